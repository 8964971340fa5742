import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export type OfficialCli = {
  /** The folder that the command line works in; it contains `supabase/`. */
  readonly folder: string
  write(file: string, text: string): Promise<void>
  /** Runs a command and resolves to everything that it printed. */
  run(...command: string[]): Promise<{ readonly code: number; readonly output: string }>
  discard(): Promise<void>
}

/** The published command line, in a folder and home of its own, pointed at a server by a profile. */
export async function createOfficialCli({
  url,
  token,
}: {
  readonly url: string
  readonly token: string
}): Promise<OfficialCli> {
  const root = await mkdtemp(path.join(os.tmpdir(), 'stoa-cli-'))
  const folder = path.join(root, 'work')
  const profile = path.join(root, 'profile.yaml')
  const manifest = fileURLToPath(import.meta.resolve('supabase/package.json'))
  const program = path.join(path.dirname(manifest), 'dist', 'supabase.js')

  const write = async (file: string, text: string) => {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true })
    await writeFile(path.join(folder, file), text)
  }
  await write('supabase/config.toml', 'project_id = "work"\n')
  await writeFile(
    profile,
    [
      'name: stoa',
      `api_url: ${url}`,
      `dashboard_url: ${url}`,
      `docs_url: ${url}`,
      'project_host: localhost',
      'pooler_host: localhost',
    ].join('\n'),
  )

  return {
    folder,
    write,
    run: (...command) =>
      new Promise((resolve) => {
        const given = [program, '--profile', profile, '--workdir', folder, ...command]
        const env = {
          PATH: process.env['PATH'] ?? '',
          HOME: root,
          SUPABASE_ACCESS_TOKEN: token,
          SUPABASE_TELEMETRY_DISABLED: '1',
          DO_NOT_TRACK: '1',
          // As on a machine without Docker, whether or not this one has it.
          DOCKER_HOST: 'unix:///nonexistent/docker.sock',
        }
        const child = execFile(
          process.execPath,
          given,
          { env, cwd: folder, timeout: 50_000 },
          (error, stdout, stderr) => {
            const code = error === null ? 0 : (child.exitCode ?? 1)
            resolve({ code, output: stdout + stderr })
          },
        )
        child.stdin?.end()
      }),
    discard: () => rm(root, { recursive: true, force: true }),
  }
}
