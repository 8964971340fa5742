import path from 'node:path'
import { checkLibraries } from '../extensions/check-libraries.ts'
import {
  extensionsIn,
  install,
  installedMajors,
  listInstalled,
  uninstall,
} from '../extensions/install.ts'
import { withPackage } from '../extensions/package-files.ts'
import { jsonOption, type Command } from '../kit/command.ts'
import { json, table } from '../kit/output.ts'

/** Inside the data folder, which links to where clusters can read. */
const enginesIn = (dataFolder: string) => path.join(dataFolder, 'clusters', 'engines')

/** The commands for extensions that the engine does not have, on the machine of the installation. */
export const extensionCommands: readonly Command[] = [
  {
    name: 'extension add',
    summary: 'Add a Postgres extension from a Debian package to all projects',
    argument: 'file or folder',
    options: [
      {
        name: 'trusted',
        type: 'boolean',
        help: 'Let owners of projects create it even if its author did not mark it as trusted. Its code then runs in the Postgres of their projects',
      },
    ],
    async run(input, { dataFolder, print }) {
      const isTrusted = input.isSet('trusted')
      await withPackage(input.argument ?? '', async (found) => {
        await checkLibraries(found)
        const names = extensionsIn(await install(enginesIn(dataFolder), found, { isTrusted }))
        print(`Added ${names.join(', ')} from ${found.name}.`)
        const closed = isTrusted ? [] : found.untrusted
        const open = names.filter((name) => !closed.includes(name))
        if (open.length > 0) print(`Owners of projects can create ${open.join(', ')} now.`)
        if (closed.length > 0)
          print(
            `Only a superuser can create ${closed.join(', ')}. If you trust the code, add the package again with --trusted.`,
          )
      })
    },
  },
  {
    name: 'extension list',
    summary: 'List the packages of extensions that were added',
    options: [jsonOption],
    async run(input, { dataFolder, print }) {
      const engines = enginesIn(dataFolder)
      const majors = await installedMajors(engines)
      const found = await Promise.all(
        majors.map(async (major) =>
          (await listInstalled(engines, major)).map((record) => ({
            package: record.name,
            version: record.version,
            postgres: major,
            extensions: extensionsIn(record),
          })),
        ),
      )
      const packages = found.flat()
      const rows = packages.map((each) => [
        each.package,
        each.version ?? '',
        String(each.postgres),
        each.extensions.join(', '),
      ])
      print(
        input.isSet('json')
          ? json(packages)
          : table(['PACKAGE', 'VERSION', 'POSTGRES', 'EXTENSIONS'], rows, 'No package was added.'),
      )
    },
  },
  {
    name: 'extension remove',
    summary: 'Remove a package of extensions; databases that use them cannot call them any more',
    argument: 'package',
    options: [],
    async run(input, { dataFolder, print }) {
      const engines = enginesIn(dataFolder)
      const name = input.argument ?? ''
      const majors = await installedMajors(engines)
      const records = await Promise.all(majors.map((major) => listInstalled(engines, major)))
      const at = records.findIndex((packages) => packages.some((each) => each.name === name))
      await uninstall(engines, majors[at] ?? majors[0] ?? 0, name)
      print(`Removed ${name}.`)
    },
  },
]
