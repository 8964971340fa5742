import type { CronJob } from '@stoa/contract/services/cron/jobs'
import type { DatabaseWebhook } from '@stoa/contract/services/webhooks/webhooks'

/** A function with the addresses of its project's API. */
export type Callee = { readonly slug: string; readonly bases: readonly string[] }

const pathOf = ({ slug }: Callee) => `/functions/v1/${slug}`

/** Whether a text contains the function's URL, and not one of a longer function name. */
function hasAddress(text: string, callee: Callee): boolean {
  return callee.bases.some((base) => {
    const address = base + pathOf(callee)
    let at = text.indexOf(address)
    while (at >= 0 && /[\w-]/.test(text.charAt(at + address.length)))
      at = text.indexOf(address, at + 1)
    return at >= 0
  })
}

/** The jobs whose command calls the function. */
export const jobsOf = (jobs: readonly CronJob[], callee: Callee): CronJob[] =>
  jobs.filter(({ command }) => hasAddress(command, callee))

/** The webhooks that are sent to the function, which they can also name by its path alone. */
export const webhooksOf = (
  webhooks: readonly DatabaseWebhook[],
  callee: Callee,
): DatabaseWebhook[] =>
  webhooks.filter(({ url }) => url === pathOf(callee) || hasAddress(url, callee))
