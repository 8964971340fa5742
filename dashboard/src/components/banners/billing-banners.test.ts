import { describe, expect, it } from 'vitest'
import { billingBanners } from './billing-banners.ts'

const STATUSES = ['grace_period', 'grace_period_over', 'restricted'] as const
const acme = { id: 1, slug: 'acme', restriction_status: null, restriction_data: null }
const own = { organization_id: 1, organization_slug: 'acme' }
const other = { organization_id: 2, organization_slug: 'other' }
const lines = (...input: Parameters<typeof billingBanners>) =>
  billingBanners(...input).map(({ kind, title, text, link }) => [kind, title, text, link?.href])

describe('the billing banners', () => {
  it('are absent without an organization or a reason', () => {
    expect(billingBanners(undefined, [own])).toEqual([])
    expect(billingBanners(acme, [])).toEqual([])
  })

  // SPEC: "'Organization plan has exceeded its quota': 'You are given a grace period until {date}' (date as DD MMM, YYYY)."
  it('announce the end of a grace period', () => {
    const restriction_data = { grace_period_end: '2026-03-05T12:00:00Z' }
    expect(lines({ ...acme, restriction_status: 'grace_period', restriction_data }, [])).toEqual([
      [
        'warning',
        'Organization plan has exceeded its quota',
        'You are given a grace period until 05 Mar, 2026',
        '/org/acme/billing',
      ],
    ])
  })

  // SPEC: "'Grace period is over': 'Your Projects will not be able to serve requests when you used up your quota.'"
  it('say when the grace period is over', () => {
    expect(lines({ ...acme, restriction_status: 'grace_period_over' }, [])).toEqual([
      [
        'warning',
        'Grace period is over',
        'Your Projects will not be able to serve requests when you used up your quota.',
        '/org/acme/billing',
      ],
    ])
  })

  // SPEC: "'Services Restricted': 'Your Projects are unable to serve any requests as your Organization plan has used up its quota.'"
  it('say when services are restricted', () => {
    expect(lines({ ...acme, restriction_status: 'restricted' }, [])).toEqual([
      [
        'danger',
        'Services Restricted',
        'Your Projects are unable to serve any requests as your Organization plan has used up its quota.',
        '/org/acme/billing',
      ],
    ])
  })

  // SPEC: "'Outstanding Invoices': 'Please pay invoices to avoid service disruption.'"
  // SPEC: "'Outstanding Invoices in other Organization': 'Please pay invoices for other Organization to avoid service disruption.'"
  // SPEC: "Overdue-invoice banners are danger and link to the billing invoices anchor."
  // SPEC: "the invoices anchor is linked from overdue-invoice banners."
  it('ask once for the overdue invoices of this organization and once for those of others', () => {
    expect(lines(acme, [own, other, own])).toEqual([
      [
        'danger',
        'Outstanding Invoices',
        'Please pay invoices to avoid service disruption.',
        '/org/acme/billing#invoices',
      ],
      [
        'danger',
        'Outstanding Invoices in other Organization',
        'Please pay invoices for other Organization to avoid service disruption.',
        '/org/other/billing#invoices',
      ],
    ])
  })

  // SPEC: "**Organization restriction_status**: grace_period (warning banner with end date), then grace_period_over (warning banner), then restricted (danger banner)."
  // SPEC: "Restriction banners go to the billing page."
  it('show one restriction at a time: grace period, grace period over, restricted', () => {
    const restriction_data = { grace_period_end: '2026-03-05T12:00:00Z' }
    const shown = STATUSES.map((restriction_status) => {
      const banners = billingBanners({ ...acme, restriction_status, restriction_data }, [])
      return banners.map(({ kind, text, link }) => [
        kind,
        text?.includes('05 Mar, 2026') ?? false,
        link?.href,
      ])
    })
    expect(shown).toEqual([
      [['warning', true, '/org/acme/billing']],
      [['warning', false, '/org/acme/billing']],
      [['danger', false, '/org/acme/billing']],
    ])
  })

  it('are ordered: restricted services, invoices here, invoices elsewhere, announcements', () => {
    const idsOf = (restriction_status: (typeof STATUSES)[number]) =>
      billingBanners({ ...acme, restriction_status }, [other, own]).map(({ id }) => id)
    expect(idsOf('restricted')).toEqual(['restriction', 'invoices', 'other-invoices'])
    expect(idsOf('grace_period')).toEqual(['invoices', 'other-invoices', 'restriction'])
    expect(idsOf('grace_period_over')).toEqual(['invoices', 'other-invoices', 'restriction'])
  })

  // SPEC: "Billing warning banners, each with a 'View Details' link."
  it.each(STATUSES)("each have a 'View Details' link in %s", (restriction_status) => {
    const all = billingBanners({ ...acme, restriction_status }, [own, other])
    expect(all.map(({ link }) => link?.label)).toEqual(Array(3).fill('View Details'))
  })
})
