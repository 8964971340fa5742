import { fileURLToPath } from 'node:url'
import { runCli } from './run.ts'

process.exitCode = await runCli(process.argv.slice(2), {
  env: process.env,
  checkout: fileURLToPath(new URL('../../..', import.meta.url)),
  print: (text) => console.log(text),
  printError: (text) => console.error(text),
})
