import type { ManagedBy, Organization } from '@stoa/contract/platform/organizations'
import { useState } from 'react'
import { NameField } from '../../components/settings/name-field.tsx'
import { SettingsForm } from '../../components/settings/settings-form.tsx'
import { useDeleteOrganization, useUpdateOrganization } from '../../data/resources/organizations.ts'
import { useCapability } from '../../data/resources/profile.ts'
import { useDraft } from '../../lib/use-draft.ts'
import { useTitle } from '../../lib/use-title.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Page, PageHeader } from '../../ui/page-header.tsx'
import { Section } from '../../ui/section.tsx'
import { SecuritySection } from './security-section.tsx'

type OrganizationSettingsProps = { organization: Organization; onDeleted: () => Promise<void> }

export function OrganizationSettings({ organization, onDeleted }: OrganizationSettingsProps) {
  useTitle('Settings', organization.name)
  return (
    <Page>
      <PageHeader title="Organization settings" />
      <GeneralForm organization={organization} />
      <SecuritySection organization={organization} />
      {organization.abilities.includes('organization:delete') && (
        <DeleteSection organization={organization} onDeleted={onDeleted} />
      )}
    </Page>
  )
}

const MARKETPLACES: Readonly<Record<ManagedBy, string | undefined>> = {
  stoa: undefined,
  'vercel-marketplace': 'Vercel Marketplace',
  'aws-marketplace': 'AWS Marketplace',
}

function GeneralForm({ organization }: { organization: Organization }) {
  const draft = useDraft({ name: organization.name })
  const update = useUpdateOrganization(organization.slug)
  const can = useCapability()
  const marketplace = MARKETPLACES[organization.managed_by]
  const canUpdate = organization.abilities.includes('organization:update')
  const name = draft.value.name.trim()
  return (
    <SettingsForm
      draft={draft}
      save={update}
      body={{ name }}
      summary={`The organization will be called “${name}”.`}
      canSave={name !== ''}
    >
      <Section title="General">
        <NameField
          value={draft.value.name}
          disabled={!canUpdate}
          onChange={(next) => draft.set({ name: next })}
        />
        <Field label="Slug" description="Stands in addresses and stays.">
          {(control) => (
            <Input {...control} readOnly value={organization.slug} className="font-mono text-xs" />
          )}
        </Field>
        {can('billing:read') && (
          <Field label="Plan">
            {(control) => <Input {...control} readOnly value={organization.plan.name} />}
          </Field>
        )}
        {marketplace && (
          <Field label="Managed by" description="Plan and invoices are looked after there.">
            {(control) => <Input {...control} readOnly value={marketplace} />}
          </Field>
        )}
        {organization.partner_id !== null && (
          <Field label="Partner id" description="By which the marketplace knows it.">
            {(control) => (
              <Input
                {...control}
                readOnly
                value={organization.partner_id ?? ''}
                className="font-mono text-xs"
              />
            )}
          </Field>
        )}
      </Section>
    </SettingsForm>
  )
}

function DeleteSection({ organization, onDeleted }: OrganizationSettingsProps) {
  const [isAsking, setIsAsking] = useState(false)
  const remove = useDeleteOrganization(organization.slug, { leave: onDeleted })
  const count = organization.project_count
  return (
    <Section
      title="Delete organization"
      description="Its members lose access and its name becomes free. This cannot be undone."
    >
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="danger" disabled={count > 0} onClick={() => setIsAsking(true)}>
          Delete organization
        </Button>
        {count > 0 && (
          <span className="text-xs text-muted">
            Delete its {count === 1 ? 'project' : `${count} projects`} first.
          </span>
        )}
      </div>
      <ConfirmDialog
        visible={isAsking}
        variant="danger"
        size="md"
        title={`Delete ${organization.name}`}
        description="Every member loses access at once. This cannot be undone."
        confirmLabel="Delete organization"
        typedName={organization.name}
        loading={remove.isPending}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => remove.mutate(undefined, { onError: () => setIsAsking(false) })}
      />
    </Section>
  )
}
