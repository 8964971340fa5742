/**
 * Completes the lock file: adds entries for platform packages that a registry mirror did not serve,
 * so that `npm ci` accepts the lock on every platform, and the integrity of packages that lack it.
 * Run after each `npm install`: node scripts/complete-lock.mjs
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

const FILE = new URL('../package-lock.json', import.meta.url)
const OS = {
  darwin: 'darwin',
  macos: 'darwin',
  linux: 'linux',
  win32: 'win32',
  windows: 'win32',
  freebsd: 'freebsd',
  openbsd: 'openbsd',
  netbsd: 'netbsd',
  android: 'android',
  openharmony: 'openharmony',
  sunos: 'sunos',
  aix: 'aix',
}
const CPU = {
  x64: 'x64',
  arm64: 'arm64',
  armhf: 'arm',
  arm: 'arm',
  ia32: 'ia32',
  ppc64: 'ppc64',
  ppc64le: 'ppc64',
  riscv64: 'riscv64',
  s390x: 's390x',
  loong64: 'loong64',
  mips64el: 'mips64el',
  wasm32: 'wasm32',
}

const lock = JSON.parse(readFileSync(FILE, 'utf8'))
const { packages } = lock
let added = 0
for (const [path, entry] of Object.entries({ ...packages }))
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    if (isLocked(path, name)) continue
    const platform = platformOf(name)
    if (!platform.os && !platform.cpu) {
      console.warn(`left alone, no platform in its name: ${name}`)
      continue
    }
    const version = range.replace(/^[\^~]/, '')
    const top = `node_modules/${name}`
    const isTaken = packages[top] && packages[top].version !== version
    packages[isTaken ? `${path}/node_modules/${name}` : top] = {
      version,
      ...platform,
      optional: true,
      ...(entry.dev && { dev: true }),
    }
    added += 1
  }
let verified = 0
for (const [path, entry] of Object.entries(packages)) {
  if (!path.includes('node_modules/') || entry.link || entry.integrity) continue
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const integrity = integrityOf(`${name}@${entry.version}`)
  // npm writes the integrity directly after the version.
  if (integrity) packages[path] = { version: entry.version, integrity, ...entry }
  else console.warn(`no integrity, the registry does not serve it: ${name}@${entry.version}`)
  verified += integrity ? 1 : 0
}
lock.packages = Object.fromEntries(
  Object.entries(packages).sort(([left], [right]) => (left < right ? -1 : 1)),
)
writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`)
console.log(`added ${added} platform packages, and the integrity of ${verified}`)

/** The digest that the registry publishes for one version, or an empty string. */
function integrityOf(release) {
  const { stdout } = spawnSync('npm', ['view', release, 'dist.integrity'], { encoding: 'utf8' })
  return stdout.trim()
}

/** Whether npm finds an entry for `name` in `path` or a parent folder. */
function isLocked(path, name) {
  for (let at = path; ;) {
    if (packages[`${at ? `${at}/` : ''}node_modules/${name}`]) return true
    if (!at) return false
    const up = at.lastIndexOf('/node_modules/')
    at = up < 0 ? '' : at.slice(0, up)
  }
}

function platformOf(name) {
  const words = name.split(/[/-]/)
  const os = words
    .map((word) => OS[word])
    .filter(Boolean)
    .pop()
  const cpu = words
    .map((word) => CPU[word])
    .filter(Boolean)
    .pop()
  const isMusl = words.some((word) => word.includes('musl'))
  const isGlibc = words.some((word) => /^gnu|glibc/.test(word))
  return {
    ...(os && { os: [os] }),
    ...(cpu && { cpu: [cpu] }),
    ...(os === 'linux' && (isMusl || isGlibc) && { libc: [isMusl ? 'musl' : 'glibc'] }),
  }
}
