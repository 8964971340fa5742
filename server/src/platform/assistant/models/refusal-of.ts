import { z } from 'zod'
import type { AppError } from '../../../lib/errors.ts'
import type { OpenResponse } from '../../../lib/outgoing.ts'
import {
  keyRefused,
  modelUnknown,
  providerBusy,
  providerFailed,
  requestRefused,
} from '../errors.ts'

const MAX_REASON_LENGTH = 300
const MAX_BODY_LENGTH = 20_000

const Refusal = z.object({ error: z.object({ message: z.string() }) })
/** Google wraps the same object in a list. */
const ListedRefusal = z.array(Refusal).min(1)

/** Explains the response of a provider that does not answer. */
export async function refusalOf(
  response: OpenResponse,
  { host, model }: { readonly host: string; readonly model: string },
): Promise<AppError> {
  const { status, headers } = response
  const text = await beginningOf(response)
  if (status === 401 || status === 403) return keyRefused(host)
  if (status === 404) return modelUnknown(host, model)
  if (status === 429) return providerBusy(host, secondsIn(headers['retry-after']))
  const reason = reasonIn(text)
  // A provider names unknown models and broken keys with 400 too; its own words say which.
  if (status >= 400 && status < 500 && reason !== undefined) return requestRefused(host, reason)
  return providerFailed(host, `responded with status ${status}`)
}

async function beginningOf({ body }: OpenResponse): Promise<string> {
  let text = ''
  try {
    for await (const chunk of body) {
      text += String(chunk)
      if (text.length > MAX_BODY_LENGTH) break
    }
  } catch {
    // The status says enough.
  } finally {
    body.destroy()
  }
  return text
}

function reasonIn(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const listed = ListedRefusal.safeParse(value)
    const refusal = listed.success ? listed.data[0] : Refusal.safeParse(value).data
    return refusal?.error.message.slice(0, MAX_REASON_LENGTH)
  } catch {
    return undefined
  }
}

function secondsIn(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,5}$/.test(text) ? Number(text) : undefined
}
