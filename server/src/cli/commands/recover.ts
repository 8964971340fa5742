import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { AppError } from '../../lib/errors.ts'
import type { Command, Option } from '../kit/command.ts'
import { readTypedKey } from './recovery.ts'

const SHEET = 'sheet'

const options: readonly Option[] = [
  {
    name: 'store',
    type: 'string',
    help: 'Where the backups are, as on the sheet: a folder or s3://bucket/path',
    isRequired: true,
  },
  {
    name: SHEET,
    type: 'string',
    help: 'File with the recovery sheet or its key; without one, type the key and press Ctrl+D',
  },
]

/** The program of the server, which can read backups; the command line itself is only a client. */
const SERVER = fileURLToPath(new URL('../../main.ts', import.meta.url))

export const recoverCommands: readonly Command[] = [
  {
    name: 'recover',
    summary: 'Bring an installation that was lost into an empty data folder, from its backups',
    options,
    async run(input, io) {
      const key = await readTypedKey(input, io, SHEET)
      await runServer(['recover', input.text('store') ?? ''], key.toString('base64'))
    },
  },
]

/** Rejects if the program, which prints its own errors, does not succeed. */
function runServer(args: readonly string[], typed: string): Promise<void> {
  const child = spawn(process.execPath, [...process.execArgv, SERVER, ...args], {
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  child.stdin.end(typed)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => (code === 0 ? resolve() : reject(notRecovered())))
  })
}

const notRecovered = () =>
  new AppError('not_recovered', 'The installation was not recovered.', {
    status: 500,
    hint: 'The lines above say why. Nothing has to be cleaned up before the next attempt.',
  })
