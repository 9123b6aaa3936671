// Names of cells as in a spreadsheet: column letters, then the row number from 1.

/** The letters of a column; column 0 is A, 26 is AA. */
export function columnName(column) {
  let letters = "";
  for (let left = column; left >= 0; left = Math.floor(left / 26) - 1) {
    letters = String.fromCharCode(65 + (left % 26)) + letters;
  }
  return letters;
}

/** The name of a cell; row and column count from 0. */
export function cellName(row, column) {
  return `${columnName(column)}${row + 1}`;
}

/** Row and column of a named cell, from 0; null if the text is not the name of a cell. */
export function cellAt(name) {
  const found = /^([A-Za-z]+)([1-9][0-9]*)$/.exec(name);
  if (found === null) return null;
  let column = 0;
  for (const letter of found[1].toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  return [Number(found[2]) - 1, column - 1];
}
