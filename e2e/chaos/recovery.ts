import { setTimeout as sleep } from 'node:timers/promises'
import type { Installation } from './installation.ts'
import { ask } from './lifecycle.ts'
import { BUCKET, headersOf, type ChaosProject } from './projects.ts'
import { send } from './requests.ts'

const GOOD_IN_A_ROW = 3
const DEADLINE_MS = 120_000

/**
 * Resolves when every service of every project has responded successfully three times in a row, to
 * the milliseconds until the first of them; undefined if that does not happen.
 */
export async function untilRecovered(
  installation: Installation,
  projects: readonly ChaosProject[],
): Promise<number | undefined> {
  const begun = performance.now()
  let good = 0
  let since = begun
  while (performance.now() - begun < DEADLINE_MS) {
    const asked = performance.now()
    if (await isWell(installation, projects)) {
      if (good === 0) since = asked
      good += 1
      if (good === GOOD_IN_A_ROW) return since - begun
    } else good = 0
    await sleep(50)
  }
  return undefined
}

async function isWell(
  installation: Installation,
  projects: readonly ChaosProject[],
): Promise<boolean> {
  const results = await Promise.all([
    ask(installation, 'GET', '/projects'),
    ...projects.flatMap((project) => {
      const { api_url: api } = project
      const headers = headersOf(project)
      return [
        send(`${api}/rest/v1/entries?limit=1`, { headers }),
        send(`${api}/auth/v1/admin/users?per_page=1`, { headers }),
        send(`${api}/storage/v1/bucket/${BUCKET}`, { headers }),
      ]
    }),
  ])
  return results.every(({ outcome }) => outcome === 'acknowledged')
}
