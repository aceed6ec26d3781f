/** A title as a part of an address. */
export function slug(title) {
  return title.trim().toLowerCase().replace(" ", "-");
}
