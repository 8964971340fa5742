import path from 'node:path'

/** The folders of the extensions that an operator adds for one major version of Postgres. */
export type ExtensionFolders = {
  /** Part of `extension_control_path`; Postgres looks in its folder `extension`. */
  readonly share: string
  /** Control files and scripts. */
  readonly scripts: string
  /** Part of `dynamic_library_path`. */
  readonly libraries: string
  /** One record of each package, with the files that it consists of. */
  readonly packages: string
}

/** `engines` is the installation's folder for Postgres, which clusters can read and not change. */
export function extensionFolders(engines: string, major: number): ExtensionFolders {
  const root = path.join(engines, `extensions-${major}`)
  const share = path.join(root, 'share')
  return {
    share,
    scripts: path.join(share, 'extension'),
    libraries: path.join(root, 'lib'),
    packages: path.join(root, 'packages'),
  }
}
