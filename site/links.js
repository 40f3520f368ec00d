// What a link holds behind #: texts by name, deflated, in letters that an address may have.

/** @param {ReadableStream} stream */
const bytes = async (stream) => new Uint8Array(await new Response(stream).arrayBuffer());

/** Return texts as part of a link. @param {Record<string, string>} texts @returns {Promise<string>} */
export async function packed(texts) {
  const found = await bytes(new Blob([JSON.stringify(texts)]).stream().pipeThrough(new CompressionStream("deflate-raw")));
  return btoa(Array.from(found, (one) => String.fromCharCode(one)).join("")).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Return the texts that a link holds; rejects one that is damaged. @param {string} held @returns {Promise<Record<string, string>>} */
export async function unpacked(held) {
  const found = Uint8Array.from(atob(held.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
  const texts = JSON.parse(new TextDecoder().decode(await bytes(new Blob([found]).stream().pipeThrough(new DecompressionStream("deflate-raw")))));
  if (!texts || typeof texts !== "object" || Object.values(texts).some((one) => typeof one !== "string")) throw new Error("no texts");
  return texts;
}
