import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { runCli } from './run.ts'

process.exitCode = await runCli(process.argv.slice(2), {
  env: process.env,
  checkout: fileURLToPath(new URL('../../..', import.meta.url)),
  readInput: () => text(process.stdin),
  print: (line) => console.log(line),
  printError: (line) => console.error(line),
})
