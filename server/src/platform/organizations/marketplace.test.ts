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
] as const)('what %s bills is managed by %s', (partner, manager) => {
  expect(managedBy(partner)).toBe(manager)
})

// SPEC: "partner_id (the slug without its vercel_ prefix, only when the slug starts with vercel_)"
it.each([
  ['vercel_icfg_7Xq', 'icfg_7Xq'],
  ['vercel_', ''],
  ['vercel-icfg', null],
  ['my_vercel_icfg', null],
  ['abcdefghijklmnopqrst', null],
])('the partner of %s is %s', (slug, id) => {
  expect(partnerId(slug)).toBe(id)
})

it('an organization of a marketplace is found again by its id', () => {
  expect(partnerId(slugOfPartner('icfg_7Xq'))).toBe('icfg_7Xq')
})
