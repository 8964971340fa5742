import { parentPort, workerData } from 'node:worker_threads'
import { parse } from 'graphql'
import { runToEnd } from '../../../lib/turns.ts'
import { parseCatalogue } from '../catalogue/catalogue.ts'
import { buildModel } from '../model/build-model.ts'
import { describedPart } from '../model/described-part.ts'
import { buildSchema } from '../schema/build-schema.ts'
import type { DescribingTask } from './describe-in-thread.ts'
import { describe } from './describe.ts'

// The task comes from the server itself, so it needs no validation.
const { catalogue, document, variables } = workerData as DescribingTask

const whole = runToEnd(parseCatalogue(catalogue))
const shown = describedPart(whole) ?? whole
const text = describe(buildSchema(runToEnd(buildModel(shown))), parse(document), variables)
const bytes = new TextEncoder().encode(text)
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port, not a window's.
parentPort?.postMessage(bytes, [bytes.buffer])
