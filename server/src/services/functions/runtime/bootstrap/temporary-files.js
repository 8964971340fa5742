// Functions expect a folder `/tmp` of their own. That of the machine is shared, so paths in it lead
// to the temporary folder of the process.

const ONE_PATH = [
  'chmod',
  'chown',
  'lstat',
  'mkdir',
  'open',
  'readDir',
  'readFile',
  'readLink',
  'readTextFile',
  'realPath',
  'remove',
  'stat',
  'truncate',
  'utime',
  'writeFile',
  'writeTextFile',
]
const TWO_PATHS = ['copyFile', 'link', 'rename', 'symlink']
const IN_FOLDER = ['makeTempDir', 'makeTempFile']
const TWO_PATHS_OF_NODE = /^(?:copyFile|cp|link|rename|symlink)(?:Sync)?$/

/**
 * @param folder the temporary folder of the process
 * @param kept the folder of the installation, which can be in the real `/tmp`
 */
export function createRedirection({ folder, kept }) {
  const redirect = (path) => {
    if (path instanceof URL) return path.protocol === 'file:' ? redirectUrl(path) : path
    if (typeof path !== 'string' || !/^\/tmp(?:\/|$)/.test(path) || isIn(kept, path)) return path
    return folder + path.slice('/tmp'.length)
  }
  const redirectUrl = (url) => {
    const path = decodeURIComponent(url.pathname)
    const redirected = redirect(path)
    return redirected === path ? url : redirected
  }
  const wrap = (call, paths) => {
    const wrapped = function (...given) {
      for (const at of paths) if (at in given) given[at] = redirect(given[at])
      return call.apply(this, given)
    }
    // Node keeps separate promise versions of some functions.
    return Object.assign(wrapped, call)
  }

  return {
    ofDeno() {
      for (const [names, paths] of [
        [ONE_PATH, [0]],
        [TWO_PATHS, [0, 1]],
      ])
        for (const name of names.flatMap((each) => [each, `${each}Sync`]))
          Deno[name] = wrap(Deno[name], paths)
      Deno.create = wrap(Deno.create, [0])
      Deno.createSync = wrap(Deno.createSync, [0])
      for (const name of IN_FOLDER.flatMap((each) => [each, `${each}Sync`])) {
        const make = Deno[name]
        Deno[name] = (options) =>
          make(options?.dir === undefined ? options : { ...options, dir: redirect(options.dir) })
      }
    },
    /** The module itself; functions import it through `node/fs.js`. */
    ofNode(fs) {
      for (const module of [fs, fs.promises])
        for (const [name, value] of Object.entries(module))
          if (typeof value === 'function' && /^[a-z]/.test(name))
            module[name] = wrap(value, TWO_PATHS_OF_NODE.test(name) ? [0, 1] : [0])
    },
  }
}

const isIn = (folder, path) => path === folder || path.startsWith(`${folder}/`)
