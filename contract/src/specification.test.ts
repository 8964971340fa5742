import { expect, it } from 'vitest'
import type { z } from 'zod'
import { featurePreviews } from './catalog/feature-previews.ts'
import { databaseRegions, edgeRegions } from './catalog/regions.ts'
import { ConsentCategory, ConsentService } from './platform/consent.ts'
import { Invoice } from './platform/invoices.ts'
import { Organization } from './platform/organizations.ts'
import { ProjectDetail, ProjectStatus } from './platform/projects.ts'

const fieldsOf = (schema: z.ZodObject) => Object.keys(schema.shape)

// SPEC: "**Project**: ref, parent_project_ref, status, postgrestStatus, preview_branch_refs,
// cloud_provider, dbVersion, connectionString."
it('a project has the specified fields', () => {
  expect(fieldsOf(ProjectDetail)).toEqual(
    expect.arrayContaining([
      'ref',
      'parent_project_ref',
      'status',
      'postgrestStatus',
      'preview_branch_refs',
      'cloud_provider',
      'dbVersion',
      'connectionString',
    ]),
  )
})

// SPEC: "**Project status values**: INACTIVE, ACTIVE_HEALTHY, ACTIVE_UNHEALTHY, COMING_UP, UNKNOWN,
// GOING_DOWN, INIT_FAILED, REMOVED, RESTARTING, RESTORING, RESTORE_FAILED, UPGRADING, PAUSING,
// PAUSE_FAILED, RESIZING."
it('a project is in one of the 15 specified states', () => {
  const specified =
    'INACTIVE ACTIVE_HEALTHY ACTIVE_UNHEALTHY COMING_UP UNKNOWN GOING_DOWN INIT_FAILED REMOVED ' +
    'RESTARTING RESTORING RESTORE_FAILED UPGRADING PAUSING PAUSE_FAILED RESIZING'
  expect(ProjectStatus.options.toSorted()).toEqual(specified.split(' ').toSorted())
})

// SPEC: "**Organization**: id, slug, name, restriction_status, restriction_data.grace_period_end,
// organization_requires_mfa, billing_email"
it('an organization has the specified fields', () => {
  expect(fieldsOf(Organization)).toEqual(
    expect.arrayContaining([
      'id',
      'slug',
      'name',
      'restriction_status',
      'restriction_data',
      'organization_requires_mfa',
      'billing_email',
      'managed_by',
      'partner_id',
    ]),
  )
  expect(fieldsOf(Organization.shape.restriction_data.unwrap())).toEqual(['grace_period_end'])
})

// SPEC: "**Overdue invoice**: organization_id."
it('an overdue invoice names its organization', () => {
  expect(fieldsOf(Invoice)).toContain('organization_id')
})

// SPEC: "**Consent category**: slug, label, description, isEssential, services."
// SPEC: "Service: id, consent.status."
it('a consent category and its services have the specified fields', () => {
  expect(fieldsOf(ConsentCategory)).toEqual([
    'slug',
    'label',
    'description',
    'isEssential',
    'services',
  ])
  expect(fieldsOf(ConsentService)).toEqual(expect.arrayContaining(['id', 'consent']))
  expect(fieldsOf(ConsentService.shape.consent)).toEqual(['status'])
})

// SPEC: "**Region**: key, code, displayName, location [lat, lng]."
it('a region has a key, a code, a name and a place on Earth', () => {
  for (const { key, code, displayName, location, ...rest } of [
    ...databaseRegions,
    ...edgeRegions,
  ]) {
    expect([key, code, displayName].every((text) => text.length > 0)).toBe(true)
    expect(Math.abs(location[0])).toBeLessThanOrEqual(90)
    expect(Math.abs(location[1])).toBeLessThanOrEqual(180)
    expect(rest).toEqual({})
  }
})

// SPEC: "**Feature preview**: key, name, discussionsUrl, isNew, isPlatformOnly."
// SPEC: "branching via dashboard (branching 2.0) | New, platform-only."
// SPEC: "realtime settings | New, platform-only."
// SPEC: "disable advisor rules | New, platform-only."
// SPEC: "directly edit database entities (inline editor)"
// SPEC: "project API documentation (API side panel)"
// SPEC: "column-level privileges (CLS)"
it('the previews are the specified ones, four of them new and of the platform alone', () => {
  expect(
    featurePreviews.map(({ name, isNew, isPlatformOnly }) => [name, isNew, isPlatformOnly]),
  ).toEqual([
    ['New logs interface', true, true],
    ['Branching via dashboard', true, true],
    ['Realtime settings', true, true],
    ['Disable advisor rules', true, true],
    ['Directly edit database entities', false, false],
    ['Project API documentation', false, false],
    ['Column-level privileges', false, false],
  ])
  expect(new Set(featurePreviews.map(({ key }) => key)).size).toBe(7)
})
