import { expect, it } from 'vitest'
import { managedBy, partnerId, slugOfPartner } from './marketplace.ts'

// SPEC: "managed_by (derived from billing_partner: vercel_marketplace gives the Vercel marketplace,
// aws gives the AWS marketplace, anything else gives the provider itself)"
it.each([
  ['vercel_marketplace', 'vercel-marketplace'],
  ['aws', 'aws-marketplace'],
  ['aws_marketplace', 'stoa'],
  ['VERCEL_MARKETPLACE', 'stoa'],
  ['fly', 'stoa'],
  ['', 'stoa'],
  [null, 'stoa'],
] as const)('names the manager of an organization billed by %s: %s', (partner, manager) => {
  expect(managedBy(partner)).toBe(manager)
})

// SPEC: "partner_id (the slug without its vercel_ prefix, only when the slug starts with vercel_)"
it.each([
  ['vercel_icfg_7Xq', 'icfg_7Xq'],
  ['vercel_', ''],
  ['vercel-icfg', null],
  ['my_vercel_icfg', null],
  ['abcdefghijklmnopqrst', null],
])('reads the partner id of the slug %s: %s', (slug, id) => {
  expect(partnerId(slug)).toBe(id)
})

it('reads the partner id back from the slug it has made', () => {
  expect(partnerId(slugOfPartner('icfg_7Xq'))).toBe('icfg_7Xq')
})
