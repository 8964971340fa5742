import { checkRecoveryKey } from '@stoa/contract/platform/installation'
import { link, open, readFile, rm } from 'node:fs/promises'
import { AppError } from '../../lib/errors.ts'
import { formatRecoveryKey, parseRecoveryKey, proveRecoveryKey } from '../../lib/recovery-key.ts'
import type { Command, CommandInput, Io, Option } from '../kit/command.ts'

const fileOption: Option = {
  name: 'file',
  type: 'string',
  help: 'File with the key; without one, type the key and press Ctrl+D',
}

export const recoveryCommands: readonly Command[] = [
  {
    name: 'recovery sheet',
    summary: 'Print the key of this installation, to be kept apart from its backups',
    options: [],
    async run(_given, { dataFolder, keyFile, print }) {
      print(sheetOf(dataFolder, await readKeyFile(keyFile)))
    },
  },
  {
    name: 'recovery check',
    summary: 'Check that a recovery sheet is the one of the running installation',
    options: [fileOption],
    async run(input, io) {
      const { matches } = await io.client(checkRecoveryKey, {
        body: { proof: proveRecoveryKey(await readTypedKey(input, io)) },
      })
      if (!matches)
        throw new AppError(
          'recovery_key_of_another_installation',
          'The key is complete, but belongs to another installation.',
          { status: 409, hint: 'Print a new sheet with "recovery sheet".' },
        )
      io.print('The sheet is correct: its key opens the secrets of this installation.')
    },
  },
  {
    name: 'recovery restore',
    summary: 'Write the key of a recovery sheet into a data folder that lacks it',
    options: [fileOption],
    async run(input, io) {
      const file = await writeKeyFile(io.keyFile, await readTypedKey(input, io))
      io.print(`Wrote ${file}. The next "npm start" checks that it belongs to this data.`)
    },
  },
]

const sheetOf = (dataFolder: string, key: Buffer) => `STOA RECOVERY SHEET

Data folder: ${dataFolder}

Key of the installation:

${formatRecoveryKey(key).replaceAll(/^/gm, '    ')}

With this key and a copy of the data folder, anyone can read the secrets of every project.
Without it, a copy of the data folder is not enough to restore them. Keep this sheet apart
from the backups, such as on paper in a safe.

To try this sheet:            npm run -s stoa -- recovery check
In a restored data folder:    npm run -s stoa -- recovery restore`

async function readTypedKey(input: CommandInput, { readInput }: Io): Promise<Buffer> {
  const file = input.text('file')
  return parseRecoveryKey(file === undefined ? await readInput() : await readFile(file, 'utf8'))
}

async function readKeyFile(file: string): Promise<Buffer> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new AppError('installation_key_unreadable', `${file} cannot be read.`, {
      status: 500,
      hint: 'Run the command as the account that runs the server. With another data folder, set STOA_DATA_DIR.',
      cause,
    })
  })
  return Buffer.from(text, 'base64')
}

/** The file gets its name only once it is complete and on disk, and replaces no other key. */
async function writeKeyFile(file: string, key: Buffer): Promise<string> {
  const partial = `${file}.restored`
  await rm(partial, { force: true })
  const handle = await open(partial, 'wx', 0o600)
  try {
    await handle.writeFile(key.toString('base64'))
    await handle.sync()
    await link(partial, file)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause
    throw new AppError('installation_key_exists', `${file} exists already.`, {
      status: 409,
      hint: 'Move it to another folder if it is not the key of this data, then run the command again.',
      cause,
    })
  } finally {
    await handle.close()
    await rm(partial, { force: true })
  }
  return file
}
