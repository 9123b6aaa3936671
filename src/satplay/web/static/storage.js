// The browser's storage, which may be missing, full or forbidden: then values live as long as the page.

const PREFIX = "satplay:";
const memory = new Map();

/** The value under a key; `otherwise` if there is none, or none that can be read. */
export function load(key, otherwise = null) {
  try {
    const text = localStorage.getItem(PREFIX + key);
    if (text !== null) return JSON.parse(text);
  } catch {
    // Read from memory instead.
  }
  return memory.has(key) ? JSON.parse(memory.get(key)) : otherwise;
}

/** Keeps a value that can be written as JSON; false if it lives only as long as the page. */
export function save(key, value) {
  const text = JSON.stringify(value);
  try {
    localStorage.setItem(PREFIX + key, text);
    memory.delete(key);
    return true;
  } catch {
    memory.set(key, text);
    return false;
  }
}

/** Whether a storage event with `name` is about a key. */
export const isKey = (name, key) => name === PREFIX + key;

/** Forgets the value under a key. */
export function remove(key) {
  memory.delete(key);
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    // Nothing was stored.
  }
}

/** All keys that begin with a text. */
export function keys(beginning = "") {
  const found = new Set(memory.keys());
  try {
    for (let at = 0; at < localStorage.length; at++) {
      const key = localStorage.key(at);
      if (key.startsWith(PREFIX)) found.add(key.slice(PREFIX.length));
    }
  } catch {
    // Only those in memory.
  }
  return [...found].filter((key) => key.startsWith(beginning)).sort();
}
