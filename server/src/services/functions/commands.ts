import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { listFunctionLogs, type FunctionLogEntry } from '@stoa/contract/services/functions/logs'
import {
  checkFunctionTypes,
  deleteFunction,
  deployFunction,
  listFunctions,
} from '@stoa/contract/services/functions/members'
import { jsonOption, type Command, type Option } from '../../cli/kit/command.ts'
import { findProject } from '../../cli/kit/find.ts'
import { json, table } from '../../cli/kit/output.ts'
import { AppError } from '../../lib/errors.ts'

const projectOption: Option = {
  name: 'project',
  type: 'string',
  help: 'Name or ref of the project',
  isRequired: true,
}
const nameOption: Option = {
  name: 'name',
  type: 'string',
  help: 'Name of the function, used in its URL',
  isRequired: true,
}
const SKIPPED = new Set(['node_modules', '.git'])

/** The command line's commands for a project's functions. */
export const functionCommands: readonly Command[] = [
  {
    name: 'function deploy',
    summary: 'Deploy a function from a file or a folder',
    options: [
      projectOption,
      nameOption,
      {
        name: 'entry',
        type: 'string',
        help: 'A file, or a folder that contains index.ts',
        isRequired: true,
      },
      { name: 'no-verify-jwt', type: 'boolean', help: 'Accept calls without a valid JWT' },
      jsonOption,
    ],
    async run(given, { client, print }) {
      const { ref, name } = await findProject(client, given.text('project') ?? '')
      const { files, entrypoint } = await readSource(given.text('entry') ?? '')
      const deployed = await client(deployFunction, {
        params: { ref, function_slug: given.text('name') ?? '' },
        body: {
          files,
          entrypoint_path: entrypoint,
          ...(given.isSet('no-verify-jwt') && { verify_jwt: false }),
        },
      })
      const { slug, version } = deployed
      const { errors } = await client(checkFunctionTypes, {
        params: { ref, function_slug: slug, version },
        // The function is deployed even if its types cannot be checked.
      }).catch(() => ({ errors: [] }))
      if (given.isSet('json')) return print(json({ ...deployed, type_errors: errors }))
      print(`Version ${version} of ${slug} is active in ${name} (${ref}).`)
      for (const error of errors)
        print(`Type error: ${error.path}:${error.line}:${error.column}: ${error.message}`)
    },
  },
  {
    name: 'function list',
    summary: 'List the functions of a project',
    options: [projectOption, jsonOption],
    async run(given, { client, print }) {
      const { ref } = await findProject(client, given.text('project') ?? '')
      const functions = await client(listFunctions, { params: { ref } })
      const rows = functions.map((entry) => [
        entry.slug,
        String(entry.version),
        entry.verify_jwt ? 'yes' : 'no',
        entry.updated_at,
      ])
      print(
        given.isSet('json')
          ? json(functions)
          : table(['NAME', 'VERSION', 'VERIFIES JWT', 'UPDATED'], rows, 'No functions yet.'),
      )
    },
  },
  {
    name: 'function delete',
    summary: 'Delete a function with all its versions',
    options: [projectOption, nameOption, jsonOption],
    async run(given, { client, print }) {
      const { ref } = await findProject(client, given.text('project') ?? '')
      const slug = given.text('name') ?? ''
      await client(deleteFunction, { params: { ref, function_slug: slug } })
      print(given.isSet('json') ? json({ slug }) : `Deleted ${slug}.`)
    },
  },
  {
    name: 'function logs',
    summary: 'Print the log of a function, the oldest entry first',
    options: [
      projectOption,
      nameOption,
      { name: 'follow', type: 'boolean', help: 'Print new entries as they arrive' },
      jsonOption,
    ],
    async run(given, { client, print }) {
      const { ref } = await findProject(client, given.text('project') ?? '')
      const params = { ref, function_slug: given.text('name') ?? '' }
      const show = given.isSet('json') ? json : logLine
      let newest: string | undefined
      do {
        const entries = await client(listFunctionLogs, {
          params,
          query: { limit: 500, ...(newest !== undefined && { after: newest }) },
        })
        for (const entry of entries.toReversed()) print(show(entry))
        newest = entries[0]?.id ?? newest
        if (given.isSet('follow')) await sleep(FOLLOW_EVERY_MS)
      } while (given.isSet('follow'))
    },
  },
]

const FOLLOW_EVERY_MS = 1000

const logLine = ({ time, level, version, message }: FunctionLogEntry) =>
  `${time}  ${level.padEnd(5)}  v${version}  ${message}`

/** A file alone, or every file of a folder with the entrypoint `index.ts`. */
async function readSource(entry: string) {
  const found = await stat(entry).catch((cause: unknown) => {
    throw new AppError('entry_not_found', `There is no file or folder ${entry}.`, {
      status: 400,
      hint: 'Check the value of --entry.',
      cause,
    })
  })
  if (!found.isDirectory()) {
    const name = path.basename(entry)
    return { entrypoint: name, files: [await readOne(path.dirname(entry), name)] }
  }
  const entries = await readdir(entry, { recursive: true, withFileTypes: true })
  const names = entries
    .filter((each) => each.isFile())
    .map((each) => path.relative(entry, path.join(each.parentPath, each.name)))
    .filter((name) => !name.split(path.sep).some((part) => SKIPPED.has(part)))
  if (!names.includes('index.ts'))
    throw new AppError('entry_not_found', `There is no index.ts in the folder ${entry}.`, {
      status: 400,
      hint: 'Add the file, or name another file or folder with --entry.',
    })
  return {
    entrypoint: 'index.ts',
    files: await Promise.all(names.map((name) => readOne(entry, name))),
  }
}

async function readOne(folder: string, name: string) {
  const content = await readFile(path.join(folder, name))
  return {
    path: name.split(path.sep).join('/'),
    content: content.toString('base64'),
    encoding: 'base64' as const,
  }
}
