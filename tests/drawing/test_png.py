from io import BytesIO

from PIL import Image

from satplay.drawing.png import MAX_PIXELS, to_png
from satplay.drawing.scene import Circle, Curve, Polyline, Rect, Scene, Style, Text

RED = "#ff0000"


def pixels(scene: Scene, scale: float = 1.0) -> Image.Image:
    return Image.open(BytesIO(to_png(scene, scale=scale))).convert("RGBA")


def test_the_scale_determines_the_size_of_a_picture():
    assert pixels(Scene(30, 20), scale=2.0).size == (60, 40)


def test_shapes_have_their_position():
    picture = pixels(Scene(40, 40, [Rect((10, 10), 20, 20, Style(None, fill=RED))]))
    assert picture.getpixel((20, 20)) == (255, 0, 0, 255)
    assert picture.getpixel((5, 5)) == (255, 255, 255, 255)


def test_edges_are_smooth():
    picture = pixels(Scene(40, 40, [Circle((20, 20), 10, Style(None, fill="#000000"))]))
    shades = {picture.getpixel((x, y)) for x in range(40) for y in range(40)}
    assert len(shades) > 10


def test_without_a_background_the_picture_is_transparent():
    assert pixels(Scene(10, 10, background=None)).getpixel((5, 5)) == (0, 0, 0, 0)


def test_half_opacity_mixes_with_the_background():
    picture = pixels(Scene(20, 20, [Rect((0, 0), 20, 20, Style(None, fill="#000000", opacity=0.5))]))
    red, *_ = picture.getpixel((10, 10))
    assert 120 <= red <= 135


def test_a_dashed_line_has_gaps():
    picture = pixels(Scene(60, 10, [Polyline(((0, 5), (60, 5)), Style("#000000", width=2, dashed=True))]))
    row = [picture.getpixel((x, 5))[0] < 128 for x in range(60)]
    assert any(row) and not all(row)


def test_an_arrow_points_at_its_last_point():
    line = Polyline(((5, 20), (35, 20)), Style("#000000", width=1), arrow=True)
    picture = pixels(Scene(40, 40, [line]))
    thick_at = [sum(picture.getpixel((x, y))[0] < 128 for y in range(40)) for x in range(40)]
    assert max(thick_at[26:35]) > 2 * max(thick_at[6:24])


def test_curves_and_letters_are_drawn():
    for shape in (Curve((5, 35), (20, 0), (35, 35), arrow=True), Text((20, 20), "ink", bold=True)):
        assert len(set(pixels(Scene(40, 40, [shape])).getcolors() or [])) > 3


def test_a_faint_shape_outside_the_picture_is_ignored():
    pixels(Scene(10, 10, [Circle((100, 100), 5, Style(opacity=0.3))]))


def test_a_scene_too_large_to_draw_is_drawn_smaller():
    picture = Image.open(BytesIO(to_png(Scene(20_000, 20_000), scale=1.0)))
    assert picture.width * picture.height <= MAX_PIXELS
