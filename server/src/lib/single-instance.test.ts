import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

/** Takes, keeps and releases the lock on its parent's command, and reports the result. */
const PROGRAM = `
  const { takeSingleInstanceLock } = await import(${JSON.stringify(new URL('single-instance.ts', import.meta.url).href)})
  const tell = (word) => process.send(word)
  let lock
  process.on('message', async ({ order, ...options }) => {
    if (order === 'take')
      takeSingleInstanceLock({ ...options, onWaiting: () => tell('waits') }).then(
        (taken) => { lock = taken; tell('holds') },
        (error) => tell(error.hint.replace(/^Use (.*),.*/, '$1')),
      )
    else { lock?.[order](); if (order === 'release') lock = undefined; tell('done') }
  })
  tell('ready')
`

let folder: string
let children: ChildProcess[]
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'stoa-lock-'))
  children = []
})
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

async function start(): Promise<ChildProcess> {
  const child = fork('-', [], {
    execArgv: ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', PROGRAM],
  })
  children.push(child)
  await heard(child)
  return child
}

const heard = async (child: ChildProcess) => (await once(child, 'message'))[0] as unknown

function tell(
  child: ChildProcess,
  order: 'take' | 'stopping' | 'release',
  options: { readonly silenceMs?: number } = {},
): Promise<unknown> {
  const word = heard(child)
  const [file, socketPath] = ['file', 'socket'].map((name) => path.join(folder, name))
  child.send({ order, file, socketPath, ...options })
  return word
}

/** Leaves a socket on which nobody listens, as `kill -9` does. */
async function leaveSocket(): Promise<void> {
  const made = path.join(folder, 'made')
  const server = net.createServer().listen(made)
  await once(server, 'listening')
  await rename(made, path.join(folder, 'socket'))
  server.close()
  await once(server, 'close')
}

it('is never held by two processes that take it at the same moment', async () => {
  const [first, second] = await Promise.all([start(), start()])
  for (let round = 0; round < 40; round += 1) {
    await leaveSocket()
    const words = await Promise.all([tell(first, 'take'), tell(second, 'take')])
    expect(words.filter((word) => word === 'holds')).toHaveLength(1)
    const winner = words[0] === 'holds' ? first : second
    expect(words).toContain(`that server (process ${winner.pid})`)
    await tell(winner, 'release')
  }
})

it('is free as soon as its holder was killed', async () => {
  const [first, second] = await Promise.all([start(), start()])
  expect(await tell(first, 'take')).toBe('holds')
  first.kill('SIGKILL')
  expect(await tell(second, 'take')).toBe('holds')
})

it('is waited for while its holder is stopping', async () => {
  const [first, second] = await Promise.all([start(), start()])
  await tell(first, 'take')
  await tell(first, 'stopping')
  expect(await tell(second, 'take')).toBe('waits')
  const word = heard(second)
  await tell(first, 'release')
  expect(await word).toBe('holds')
})

it('is refused if a server of an earlier release listens, which has only the socket', async () => {
  const server = net.createServer((socket) => socket.destroy()).listen(path.join(folder, 'socket'))
  await once(server, 'listening')
  expect(await tell(await start(), 'take', { silenceMs: 1 })).toBe('that server')
  server.close()
})
