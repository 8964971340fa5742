import { afterAll, beforeAll, expect, it } from 'vitest'
import type pg from 'pg'
import { createSeededRandom } from '../../server/test/seeded-random.ts'
import {
  buildRequest,
  hasNestedId,
  targetOf,
  type AttackTarget,
} from '../support/attack-requests.ts'
import { startAttackWorld } from '../support/attack-world.ts'
import { contractEndpoints, nameOf } from '../support/contract-endpoints.ts'
import { openControlPlane, takeSnapshot } from '../support/control-plane.ts'
import { discard } from '../support/server.ts'

const SEED = 20_260_103
const ROUNDS = 20_000

const { server, world } = await startAttackWorld()
let control: pg.Client
beforeAll(async () => {
  control = await openControlPlane(world.dataDir)
})
afterAll(async () => {
  await control.end()
  await discard(server)
})
const [victim, other] = world.organizations
// The token of an invitation is a proof, not a name: its holder may read the invitation.
const endpoints = (await contractEndpoints()).filter(
  (endpoint) => nameOf(endpoint) !== 'POST /platform/invitations/read',
)
const nested = endpoints.filter(hasNestedId)
const { below, happens } = createSeededRandom(SEED)

const callers = [
  world.stranger.token,
  world.signedOutToken,
  victim.projects[0].user.token,
  victim.projects[0].serviceRoleKey,
  ...Object.values(other.people).map(({ token }) => token),
]

/** The victim's ids, or the attacker's own with some of the victim's mixed in. */
function randomTarget(isOwnPlace: boolean): AttackTarget {
  const theirs = targetOf(world, victim, victim.projects[below(2)] ?? victim.projects[0])
  const own = targetOf(world, other, other.projects[below(2)] ?? other.projects[0])
  const place = isOwnPlace ? own : theirs
  // With only their own ids, a member would change only their own data.
  const ids = Object.entries(theirs.ids).map(([name, id]) => [
    name,
    !isOwnPlace && happens(0.5) ? own.ids[name] : id,
  ])
  return { ...theirs, slug: place.slug, ref: place.ref, ids: Object.fromEntries(ids) }
}

it('lets no outsider read or change an organization by combining ids', async () => {
  const mentioning = [victim.slug, ...victim.projects.map(({ ref }) => ref)]
  const before = await takeSnapshot(control, { mentioning })
  const wrong: string[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const isOwnPlace = happens(0.4)
    const attacked = isOwnPlace ? nested : endpoints
    const endpoint = attacked[below(attacked.length)]
    if (!endpoint) throw new Error('The contract has no operations.')
    const target = randomTarget(isOwnPlace)
    const { method, path, body } = buildRequest(endpoint, target)
    const handles = Object.values(
      other.projects.find(({ ref }) => ref === target.ref)?.handles ?? {},
    )
    const response = await fetch(world.url + path, {
      method,
      headers: {
        authorization: `Bearer ${callers[below(callers.length)] ?? ''}`,
        'x-connection-encrypted': handles[below(handles.length)] ?? 'none',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body }),
    })
    const text = await response.text()
    if (response.status >= 500 || text.includes(victim.marker))
      wrong.push(`seed ${SEED}, round ${round}: ${method} ${path}: ${response.status} ${text}`)
  }
  expect(wrong).toEqual([])
  expect(await takeSnapshot(control, { mentioning })).toEqual(before)
})
