import path from 'node:path'
import { isPublicAddress, PRIVATE_V4 } from '../../../lib/networks.ts'

/**
 * Deno supports no IPv6 networks, only addresses. This machine's own are added to these: the
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
  /** The machine's own addresses. */
  readonly ownAddresses: readonly string[]
}

/** The arguments for one function. Its permissions are listed here and nowhere else. */
export function denoArguments(options: DenoOptions): readonly string[] {
  const { code, scratch, bootstrap } = options
  const own = options.ownAddresses.filter(
    (address) => address.includes(':') && !isPublicAddress(address),
  )
  const addresses = [...new Set([...PRIVATE_ADDRESSES, ...own])].map((address) => `[${address}]`)
  // Deno also compares resolved names with these.
  const closed = [...PRIVATE_V4, ...addresses].join(',')
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
