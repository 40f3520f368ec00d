// Compile the modules of archives with the Python that will run them: node compile.mjs ARCHIVE...
// Requests are asked of that Python too, a line of standard input each. Those before an empty line are what the first
// verdict takes: the files that they need are printed as a list. Of the others, the replies are printed.
import { readFileSync, writeFileSync } from "node:fs";
import { loadPyodide } from "./pyodide.mjs";

const COMPILE = `
import importlib.util, io, marshal, zipfile

# what no page of the referee imports
LEFT_OUT = {
    "_pyrepl", "unittest", "pdb", "bdb", "xmlrpc", "wsgiref", "doctest", "pydoc", "ctypes", "turtle", "multiprocessing",
    "mailbox", "imaplib", "smtplib", "poplib", "ftplib", "optparse", "pstats", "profile", "cProfile", "trace", "pickletools",
    "plistlib", "configparser",
}

def compiled(content, home):
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content.to_bytes())) as source, zipfile.ZipFile(out, "w") as target:
        for name in source.namelist():
            if not home and name.partition("/")[0].partition(".")[0] in LEFT_OUT:
                continue
            data = source.read(name)
            if name.endswith(".py"):
                try:
                    # hints read docstrings of the referee, not of the library; the header says to trust it: magic number, flags, and a hash that nobody checks
                    code = marshal.dumps(compile(data, home + name, "exec", dont_inherit=True, optimize=1 if home else 2))
                    name, data = name + "c", importlib.util.MAGIC_NUMBER + b"\\1\\0\\0\\0" + bytes(8) + code
                except SyntaxError:
                    pass
            target.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), data)
    return out.getvalue()
`;

const HOME = "/referee";
// where in its line a call stands is a quarter of a compiled module, and only a traceback would show it
const python = await loadPyodide({ env: { HOME: "/home/pyodide", PYTHONNODEBUGRANGES: "1" } });
python.runPython(COMPILE);
const compiled = python.globals.get("compiled");
for (const name of process.argv.slice(2)) {
  const found = compiled(new Uint8Array(readFileSync(name)), name === "packages.zip" ? `${HOME}/` : "");
  writeFileSync(`compiled-${name}`, found.toJs());
  found.destroy();
}
python.unpackArchive(new Uint8Array(readFileSync("compiled-packages.zip")), "zip", { extractDir: HOME });
python.runPython(`import sys; sys.path.insert(0, "${HOME}")`);
const { reply } = python.pyimport("referee.site.browser");
const [first, others] = readFileSync(0, "utf8").split("\n\n").map((lines) => lines.split("\n").filter(Boolean));
first.forEach((line) => reply(line));
// the library is read from its own archive, where its modules are not compiled yet
console.log(python.runPython(`
import json
files = [getattr(m, "__file__", None) or "" for m in list(sys.modules.values())]
homes = [path + "/" for path in sys.path if path]
json.dumps(sorted({file.removeprefix(home).removesuffix("c") + "c" for file in files for home in homes if file.startswith(home)}))
`));
for (const line of others) console.log(reply(line));
