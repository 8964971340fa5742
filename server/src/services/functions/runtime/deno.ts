import { createRequire } from 'node:module'
import path from 'node:path'
import { isPublicAddress } from '../../../lib/outgoing.ts'

/** The packages with Deno for this system; a system without one cannot run functions. */
const PACKAGES: ReadonlyMap<string, string> = new Map([
  ['darwin-arm64', '@deno/darwin-arm64'],
  ['darwin-x64', '@deno/darwin-x64'],
  ['linux-arm64', '@deno/linux-arm64-glibc'],
  ['linux-x64', '@deno/linux-x64-glibc'],
])

/** The path of the Deno program. Throws if it is not installed. */
export function findDeno(): string {
  const system = `${process.platform}-${process.arch}`
  const name = PACKAGES.get(system)
  if (name === undefined) throw new Error(`There is no Deno for ${system}`)
  const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`)
  return path.join(path.dirname(manifest), 'deno')
}

/** The networks of `isPublicAddress` as Deno writes them. It applies them to resolved names, too. */
const PRIVATE_NETWORKS = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]

/**
 * Deno knows no networks of IPv6, only addresses: this machine's own are added to these, the
 * unspecified and the local one, and those at which clouds describe the machine.
 */
const PRIVATE_ADDRESSES = ['::', '::1', 'fd00:ec2::254', 'fd20:ce::254', 'fd00:42::42']

/**
 * Modules are loaded from these hosts alone: for modules Deno does not compare resolved addresses
 * with the private networks, so a name could lead into them.
 */
const MODULE_HOSTS = [
  'cdn.jsdelivr.net',
  'cdn.skypack.dev',
  'deno.land',
  'dev.jspm.io',
  'esm.run',
  'esm.sh',
  'ga.jspm.io',
  'gist.githubusercontent.com',
  'jsr.io',
  'raw.esm.sh',
  'raw.githubusercontent.com',
  'unpkg.com',
]

/**
 * Variables that a function cannot read or set: with a proxy of its choice, the loader of modules
 * would connect to addresses that are closed to the function.
 */
const DENIED_VARIABLES = [
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY'].flatMap((name) => [
    name,
    name.toLowerCase(),
  ]),
  'DENO_DIR',
  'NPM_CONFIG_REGISTRY',
  'JSR_URL',
]

/** Where packages come from; the public registries if undefined. URLs without credentials. */
export type Registries = {
  readonly npm?: string | undefined
  readonly jsr?: string | undefined
}

/** The variables with which Deno finds the registries. */
export const registryVariables = ({ npm, jsr }: Registries): Readonly<Record<string, string>> => ({
  ...(npm !== undefined && { NPM_CONFIG_REGISTRY: npm }),
  ...(jsr !== undefined && { JSR_URL: jsr }),
})

/** Packages of JSR are modules, and their registry one of the hosts that these are loaded from. */
function moduleHosts({ jsr }: Registries): string {
  const hosts = MODULE_HOSTS.map((host) => `${host}:443`)
  if (jsr === undefined) return hosts.join(',')
  const { hostname, port, protocol } = new URL(jsr)
  return [...hosts, `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`].join(',')
}

export type DenoOptions = {
  readonly code: string
  readonly scratch: string
  readonly bootstrap: string
  /** A configuration file of the runtime's own making. */
  readonly config: string
  readonly heapMegabytes: number
  readonly allowsPrivate: boolean
  readonly registries: Registries
  /** The addresses of this machine. */
  readonly ownAddresses: readonly string[]
}

/** The arguments for one function: what it may do is listed here and nowhere else. */
export function denoArguments(options: DenoOptions): readonly string[] {
  const { code, scratch, bootstrap } = options
  const own = options.ownAddresses.filter(
    (address) => address.includes(':') && !isPublicAddress(address),
  )
  const addresses = [...new Set([...PRIVATE_ADDRESSES, ...own])].map((address) => `[${address}]`)
  const closed = [...PRIVATE_NETWORKS, ...addresses].join(',')
  return [
    'run',
    '--quiet',
    '--no-prompt',
    '--no-lock',
    '--node-modules-dir=none',
    '--unstable-no-legacy-abort',
    `--v8-flags=--max-old-space-size=${options.heapMegabytes}`,
    '--allow-net',
    ...(options.allowsPrivate ? [] : [`--deny-net=${closed}`]),
    `--allow-import=${moduleHosts(options.registries)}`,
    `--allow-read=${code},${scratch},${path.join(path.dirname(bootstrap), 'node')}`,
    `--allow-write=${scratch}`,
    '--allow-env',
    `--deny-env=${DENIED_VARIABLES.join(',')}`,
    `--config=${options.config}`,
    bootstrap,
  ]
}
