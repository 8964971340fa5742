/**
 * Prepares the machine for the scripts. This is plain JavaScript without dependencies, because it
 * runs before packages are installed, on Node 20.19 or later.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))
const inRoot = (...names) => path.join(root, ...names)

export function fail(sentence, hint) {
  console.error(`\n${sentence}`)
  if (hint) console.error(hint)
  process.exit(1)
}

/**
 * Ends with a sentence if this Node is too old for this machine, before anything is installed with it.
 */
export function requireNode() {
  const oldest = oldestNodeFor(process.platform, process.arch)
  if (isAtLeast(process.versions.node, oldest)) return
  fail(
    `On this machine Stoa needs Node.js ${oldest} or newer; this is ${process.versions.node}.`,
    'Install a current Node.js from your package manager, then try again.',
  )
}

/**
 * Where npm installs a Node for the server, the current one runs only npm and these scripts.
 * Elsewhere it also runs the server, which is TypeScript.
 */
export const oldestNodeFor = (platform, arch) =>
  `node-${platform}-${arch}` in packageFile().optionalDependencies ? '20.19' : '22.12'

const packageFile = () => JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))

/** Compares versions such as `22.12.0` and `22.12` by major and minor number. */
export function isAtLeast(version, oldest) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [oldestMajor = 0, oldestMinor = 0] = oldest.split('.').map(Number)
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)
}

/**
 * Installs the packages of the lock file that are missing: those of the product, and with
 * `withTools` also those that only development and tests use, which are a third of all.
 */
export function ensureInstalled({ withTools = true } = {}) {
  const lock = readPackages(inRoot('package-lock.json'))
  const record = inRoot('node_modules', '.package-lock.json')
  const missing = missingPackages(lock, existsSync(record) ? readPackages(record) : {})
  if (withTools ? missing.length === 0 : missing.every(({ isTool }) => isTool)) return
  console.error('Installing dependencies, once a release …')
  const result = spawnSync(
    npmCommand(),
    [...installCommand(missing, withTools), '--no-audit', '--no-fund', '--loglevel=error'],
    {
      cwd: root,
      // The output goes to stderr, because stdout can be reserved for other output, such as JSON.
      stdio: ['ignore', 2, 2],
      shell: process.platform === 'win32',
    },
  )
  if (result.status !== 0)
    fail('Dependencies could not be installed.', 'The lines above say why. Then run it again.')
}

/**
 * The command of npm that installs what is missing. `npm ci` removes all packages first, which a
 * server that runs from this folder would notice, so tools alone are added to the others.
 */
export function installCommand(missing, withTools) {
  if (!withTools) return ['ci', '--omit=dev']
  return missing.every(({ isTool }) => isTool) ? ['install', '--no-save'] : ['ci']
}

/** The required packages of the lock file that npm's record of installed packages does not have. */
export const missingPackages = (lock, installed) =>
  Object.entries(lock)
    .filter(
      ([place, { version, optional, link }]) =>
        !optional &&
        !link &&
        place.startsWith('node_modules/') &&
        installed[place]?.version !== version,
    )
    .map(([place, { dev = false }]) => ({ place, isTool: dev }))

const readPackages = (file) => JSON.parse(readFileSync(file, 'utf8')).packages

const npmCommand = () => (process.platform === 'win32' ? 'npm.cmd' : 'npm')

/**
 * Finds the Node that runs the server: the one that npm installed for this machine, or else the
 * current one if it can run TypeScript. Returns its path and the flags it needs.
 */
export function findRuntime() {
  const packaged = inRoot('node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node')
  if (existsSync(packaged)) return { node: packaged, flags: [] }
  const { node } = process.versions
  const runsTypeScript = isAtLeast(node, node.startsWith('22.') ? '22.18' : '23.6')
  if (runsTypeScript) return { node: process.execPath, flags: [] }
  if (isAtLeast(node, '22.12'))
    return {
      node: process.execPath,
      flags: ['--experimental-strip-types', '--experimental-sqlite'],
    }
  return fail(
    `On this machine the server needs Node.js 22.12 or newer; this is ${node}.`,
    'Install a current Node.js from your package manager, then try again.',
  )
}

/**
 * Reads Node's flags for the server. They limit the space for new objects to 16 MB, because by
 * default, Node doubles it twice under load and never frees that memory.
 */
export const readServerFlags = () =>
  JSON.parse(readFileSync(inRoot('server', 'node-flags.json'), 'utf8'))

/** Builds the dashboard if its sources have changed since the last build. */
export function ensureDashboard(runtime) {
  const dist = inRoot('dashboard', 'dist')
  const stamp = path.join(dist, '.sources')
  const wanted = digestOf([
    inRoot('package-lock.json'),
    inRoot('dashboard', 'index.html'),
    inRoot('dashboard', 'vite.config.ts'),
    inRoot('dashboard', 'shared-chunks.ts'),
    inRoot('dashboard', 'deno-types.ts'),
    inRoot('dashboard', 'grammars-without-editor.ts'),
    inRoot('dashboard', 'zod-without-json-schema.ts'),
    inRoot('dashboard', 'chunk-rules.ts'),
    inRoot('scripts', 'build-dashboard.mjs'),
    ...filesBelow(inRoot('dashboard', 'src')),
    ...filesBelow(inRoot('contract', 'src')),
  ])
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.log('Building the dashboard …')
  rmSync(stamp, { force: true })
  const result = spawnSync(runtime.node, [inRoot('scripts', 'build-dashboard.mjs')], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (result.status !== 0) fail('The dashboard could not be built.', 'The lines above say why.')
  mkdirSync(dist, { recursive: true })
  writeFileSync(stamp, wanted)
}

function filesBelow(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(test|gen)\.tsx?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
    .sort()
}

function digestOf(files) {
  const digest = createHash('sha256')
  for (const file of files)
    if (existsSync(file)) digest.update(path.relative(root, file)).update(readFileSync(file))
  return digest.digest('hex')
}

/** Where Node keeps compiled code, so that a start doesn't parse TypeScript or keep its parser in memory. */
export const compileCache = inRoot('node_modules', '.cache', 'stoa')

/** The environment for child processes, with the runtime and the installed tools first in PATH. */
export const toolEnvironment = (runtime) => ({
  NODE_COMPILE_CACHE: compileCache,
  ...process.env,
  PATH: [path.dirname(runtime.node), inRoot('node_modules', '.bin'), process.env['PATH']].join(
    path.delimiter,
  ),
})
