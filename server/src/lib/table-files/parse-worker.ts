import { parentPort, workerData } from 'node:worker_threads'
import { parseFile } from './parse-file.ts'
import type { ParsingTask, Parsed } from './parse-in-thread.ts'
import { FileProblem } from './problem.ts'

/** Sends the parsed rows, one message for each that the server requests. */
async function serve(task: ParsingTask): Promise<void> {
  const parsed = parseFile(task)
  for await (const _ of asked()) {
    const next = await parsed.next().catch((error: unknown) => {
      if (error instanceof FileProblem)
        return { value: { kind: 'problem', problem: error.problem } as const }
      throw error
    })
    const message: Parsed = next.value ?? { kind: 'end' }
    parentPort?.postMessage(message, message.kind === 'piece' ? [message.bytes.buffer] : [])
  }
}

async function* asked(): AsyncGenerator<void> {
  let ask = Promise.withResolvers<void>()
  parentPort?.on('message', () => ask.resolve())
  for (;;) {
    await ask.promise
    ask = Promise.withResolvers<void>()
    yield
  }
}

await serve(workerData)
