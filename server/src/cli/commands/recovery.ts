import { checkRecoveryKey } from '@stoa/contract/platform/installation'
import { readFile } from 'node:fs/promises'
import { AppError } from '../../lib/errors.ts'
import { writeKeyFile } from '../../lib/installation-key-file.ts'
import { formatRecoveryKey, proveRecoveryKey, readSheet } from '../../lib/recovery-key.ts'
import { systemClock } from '../../lib/clock.ts'
import { readOperatorFile } from '../kit/operator-file.ts'
import type { Command, CommandInput, Io, Option } from '../kit/command.ts'

const fileOption: Option = {
  name: 'file',
  type: 'string',
  help: 'File with the key; without one, type the key and press Ctrl+D',
}

export const recoveryCommands: readonly Command[] = [
  {
    name: 'recovery sheet',
    summary: 'Print what is needed to recover this installation, to be kept apart from it',
    options: [],
    async run(_given, { dataFolder, keyFile, print }) {
      const { store } = await readOperatorFile(dataFolder).catch(() => ({ store: undefined }))
      const key = formatRecoveryKey(await readKeyFile(keyFile))
      print(sheetOf({ dataFolder, store, key, at: systemClock.now() }))
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
      await writeKeyFile(io.keyFile, await readTypedKey(input, io))
      io.print(`Wrote ${io.keyFile}. The next "npm start" checks that it belongs to this data.`)
    },
  },
]

type Sheet = {
  readonly dataFolder: string
  /** The address of the backups; undefined if the server has not said it. */
  readonly store: string | null | undefined
  readonly key: string
  readonly at: Date
}

const sheetOf = ({ dataFolder, store, key, at }: Sheet) => `STOA RECOVERY SHEET

Printed:       ${at.toISOString().slice(0, 10)}
Data folder:   ${dataFolder}
Backups:       ${describeStore(store)}

Key of the installation:

${key.replaceAll(/^/gm, '    ')}

With this key and the backups or a copy of the data folder, anyone can read the secrets of every
project. Without it, they are worth nothing. Keep this sheet apart from the backups, such as on paper
in a safe. For backups in a bucket, also keep the keys of the bucket.

To try this sheet:               npm run -s stoa -- recovery check
On a new machine, with backups:  npm run -s stoa -- recover --store <backups> --sheet <file>
In a restored data folder:       npm run -s stoa -- recovery restore`

function describeStore(store: string | null | undefined): string {
  if (store === null) return 'off. Without backups, only a copy of the data folder can be restored.'
  return store ?? 'the value of STOA_BACKUPS; start the server once to have it printed here'
}

/** Reads the key from the file of an option, or from the standard input. */
export async function readTypedKey(
  input: CommandInput,
  { readInput }: Io,
  option = fileOption.name,
): Promise<Buffer> {
  const file = input.text(option)
  return readSheet(file === undefined ? await readInput() : await readFile(file, 'utf8'))
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
