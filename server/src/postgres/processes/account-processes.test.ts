import { spawn } from 'node:child_process'
import { afterEach, describe, expect, it } from 'vitest'
import { endLeftProcessesOf, endProcessesOf, processesOf } from './account-processes.ts'
import { isAlive } from './processes.ts'

const MINE = 0x7ffe_0001
const OTHER = 0x7ffe_0002

function run(uid: number, script: string, ...args: string[]): number {
  const child = spawn(script, args, { uid, gid: uid, cwd: '/', detached: true, stdio: 'ignore' })
  child.on('error', () => {})
  return child.pid ?? 0
}
const shell = (uid: number, script: string) => run(uid, '/bin/sh', '-c', script)

/** Ends by itself, in case a test fails. */
const SLEEP = 'sleep 20'
/** Each process starts the next one and ends, so that none lives long enough to be found. */
const FLEEING = `
use POSIX 'setsid';
my $until = time + 15;
while (time < $until) { my $pid = fork; exit if $pid; setsid; }`

// Only root can end the processes of other accounts.
describe.runIf(process.getuid?.() === 0 && process.platform === 'linux')('endProcessesOf', () => {
  afterEach(async () => {
    for (const uid of [MINE, OTHER]) await endProcessesOf(uid)
  })

  it('ends every process of the account, whatever signals it ignores, and none of another', async () => {
    shell(MINE, `trap '' TERM INT HUP; (setsid ${SLEEP} &) ; ${SLEEP}; ${SLEEP}`)
    const other = run(OTHER, 'sleep', '20')
    const stopped = run(MINE, 'sleep', '20')
    process.kill(stopped, 'SIGSTOP')
    await expect.poll(() => processesOf(MINE)).toHaveLength(4)
    await endProcessesOf(MINE)
    expect(await processesOf(MINE)).toEqual([])
    expect(await isAlive(other)).toBe(true)
    expect(await processesOf(OTHER)).toEqual([other])
  })

  it('ends processes that fork all the time', async () => {
    shell(MINE, `while :; do ${SLEEP} & sleep 0.01; done`)
    run(MINE, 'perl', '-e', FLEEING)
    await expect.poll(async () => (await processesOf(MINE)).length).toBeGreaterThan(5)
    await endProcessesOf(MINE)
    expect(await processesOf(MINE)).toEqual([])
  })

  it('ends processes that end all others of their account', async () => {
    const script = 'while :; do kill -STOP -1; kill -KILL -1; done'
    shell(MINE, script)
    await expect.poll(() => processesOf(MINE)).toHaveLength(1)
    await endProcessesOf(MINE)
    expect(await processesOf(MINE)).toEqual([])
  })

  it('finds what an earlier run left, and leaves shared accounts alone', async () => {
    run(MINE, 'sleep', '20')
    await endLeftProcessesOf(MINE)
    expect(await processesOf(MINE)).toEqual([])
    const shared = run(54_321, 'sleep', '20')
    await endProcessesOf(54_321)
    await endLeftProcessesOf(54_321)
    expect(await isAlive(shared)).toBe(true)
    process.kill(shared, 'SIGKILL')
  })
})
