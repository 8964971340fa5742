import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export type Contender = { readonly url: string; readonly pid: number; stop(): Promise<unknown> }

/** Runs a competitor in its own process, like our server. The process prints its URL. */
export async function startContender(
  script:
    | 'bare-server.ts'
    | 'bare-broadcast-server.ts'
    | 'bare-file-server.ts'
    | 'bare-node-server.ts'
    | 'bare-proxy.ts'
    | 'bare-receiver.ts'
    | 'bare-token-server.ts'
    | 'lite-server.ts',
  env: Readonly<Record<string, string>>,
): Promise<Contender> {
  const file = fileURLToPath(new URL(script, import.meta.url))
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', file], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production', ...env },
  })
  const gone = new Promise((resolve) => child.once('exit', resolve))
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line.startsWith('http://')) resolve(line)
    })
    void gone.then((code) => reject(new Error(`${script} ended with ${String(code)}`)))
  })
  return {
    url,
    pid: child.pid ?? 0,
    stop() {
      child.kill('SIGTERM')
      return gone
    },
  }
}
