// Keeps all files of one version of the site, so that it works offline; a new version waits until no page is open.
const OURS = "referee-", NAME = OURS + "VERSION";

async function install() {
  const list = await fetch("files.json", { cache: "no-store" });
  const { files } = await list.clone().json();
  const before = (await caches.keys()).find((one) => one.startsWith(OURS) && one !== NAME);
  const old = before ? await caches.open(before) : null;
  const known = (await (await old?.match("files.json"))?.json())?.files ?? {};
  const cache = await caches.open(NAME);
  for (const [name, digest] of Object.entries(files)) {
    const kept = known[name] === digest ? await old.match(name) : undefined;
    const answer = kept ?? await fetch(name, { cache: "no-cache" });
    if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
    await cache.put(name, answer.clone());
    if (name === "index.html") await cache.put("./", answer);
  }
  await cache.put("files.json", list);
}

async function activate() {
  const others = (await caches.keys()).filter((one) => one.startsWith(OURS) && one !== NAME);
  await Promise.all(others.map((one) => caches.delete(one)));
  await self.clients.claim();
}

async function answer(request) {
  const cache = await caches.open(NAME);
  return (await cache.match(request, { ignoreSearch: true })) ?? fetch(request);
}

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  const ours = event.request.method === "GET" && new URL(event.request.url).origin === location.origin;
  if (ours) event.respondWith(answer(event.request));
});
