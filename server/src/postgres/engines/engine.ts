import type { ExtensionPaths } from './added-extensions.ts'
import type { WantedExtension } from './extensions.ts'

/** A set of Postgres binaries. A data directory can only be run by its own major version. */
export type Engine = {
  readonly kind: 'embedded' | 'system'
  /** `18.4` */
  readonly version: string
  readonly major: number
  /** Folder of `postgres` and `initdb`, readable by the account that runs them. */
  readonly binDir: string
  /**
   * The engine's extensions that projects use. Clusters preload the libraries of those that have
   * one.
   */
  readonly extensions: readonly WantedExtension[]
  /**
   * Where its clusters look for extensions: the server's stand-ins, the engine's own, then those
   * that were added.
   */
  readonly extensionPaths: ExtensionPaths
}
