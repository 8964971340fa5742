import type { Ticket, TicketCategory, TicketSeverity } from '@stoa/contract/platform/support'
import { useState } from 'react'
import { errorMessage } from '../../data/client/api-error.ts'
import { readLastOrganization } from '../../data/local/last-organization.ts'
import { useOrganizations } from '../../data/resources/organizations.ts'
import { useProjects } from '../../data/resources/projects.ts'
import { useCreateTicket } from '../../data/resources/support.ts'
import { Button } from '../../ui/button.tsx'
import { Callout } from '../../ui/callout.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Label } from '../../ui/label.tsx'
import { Select } from '../../ui/select.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { categoryFromText, CATEGORIES, SEVERITIES } from './ticket-texts.ts'

/** The values that the URL can prefill. */
export type TicketPrefill = {
  category?: string
  subject?: string
  message?: string
  org?: string
  ref?: string
}

type TicketFormProps = {
  prefill: TicketPrefill
  /** The email address for the reply. */
  email: string
  onSent: (ticket: Ticket) => void
}

const NONE = 'none'

export function TicketForm({ prefill, email, onSent }: TicketFormProps) {
  const create = useCreateTicket()
  const [category, setCategory] = useState<TicketCategory | undefined>(
    categoryFromText(prefill.category),
  )
  const [severity, setSeverity] = useState<TicketSeverity>('normal')
  const [subject, setSubject] = useState(prefill.subject ?? '')
  const [message, setMessage] = useState(prefill.message ?? '')
  const [mayLookInside, setMayLookInside] = useState(false)
  const subjectOf = useTicketSubject(prefill)
  const { organization, project } = subjectOf
  const canSend = category !== undefined && subject.trim() !== '' && message.trim() !== ''
  const send = () => {
    if (category === undefined || !canSend || create.isPending) return
    create.mutate(
      {
        category,
        severity,
        subject: subject.trim(),
        message: message.trim(),
        organization_slug: organization === NONE ? null : organization,
        project_ref: project === NONE ? null : project,
        allow_support_access: project !== NONE && mayLookInside,
      },
      { onSuccess: onSent },
    )
  }
  return (
    <form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Organization">
          {(control) => (
            <Select
              {...control}
              value={organization}
              options={subjectOf.organizations}
              onValueChange={subjectOf.setOrganization}
            />
          )}
        </Field>
        <Field label="Project">
          {(control) => (
            <Select
              {...control}
              value={project}
              options={subjectOf.projects}
              onValueChange={subjectOf.setProject}
            />
          )}
        </Field>
        <Field label="Category">
          {(control) => (
            <Select
              {...control}
              value={category}
              placeholder="Select a category"
              options={CATEGORIES}
              onValueChange={setCategory}
            />
          )}
        </Field>
        <Field label="Severity">
          {(control) => (
            <Select
              {...control}
              value={severity}
              options={SEVERITIES}
              onValueChange={setSeverity}
            />
          )}
        </Field>
      </div>
      <Field label="Subject">
        {(control) => (
          <Input
            {...control}
            maxLength={200}
            value={subject}
            onChange={(event) => setSubject(event.target.value)}
          />
        )}
      </Field>
      <Field label="Message" description={`Support will reply to ${email}.`}>
        {(control) => (
          <Textarea
            {...control}
            rows={9}
            maxLength={20_000}
            value={message}
            onChange={(event) => setMessage(event.target.value)}
          />
        )}
      </Field>
      {project !== NONE && (
        <div className="flex items-start gap-2">
          <Checkbox
            id="support-access"
            aria-describedby="support-access-description"
            className="mt-0.5"
            checked={mayLookInside}
            onCheckedChange={(checked) => setMayLookInside(checked === true)}
          />
          <div>
            <Label htmlFor="support-access">
              Allow support to access this project while working on the request
            </Label>
            <p id="support-access-description" className="text-xs text-muted">
              Includes its tables, settings, and logs. Otherwise support sees only what you write
              here.
            </p>
          </div>
        </div>
      )}
      {create.error && (
        <Callout type="danger" title="Could not send your request">
          {errorMessage(create.error)}
        </Callout>
      )}
      <div className="border-t pt-4">
        <Button type="submit" variant="primary" pending={create.isPending} disabled={!canSend}>
          Send request
        </Button>
      </div>
    </form>
  )
}

/** Selects the organization and project of the request; a project also sets its organization. */
function useTicketSubject({ org, ref }: TicketPrefill) {
  const { data: organizations = [] } = useOrganizations()
  const { data: projects = [] } = useProjects()
  const [chosenOrganization, setOrganization] = useState(org)
  const [chosenProject, setProject] = useState(ref)
  const ofProject = projects.find((project) => project.ref === chosenProject)?.organization_slug
  const wanted = chosenOrganization ?? ofProject ?? readLastOrganization()
  const organization = organizations.find(({ slug }) => slug === wanted)?.slug ?? NONE
  const members = projects.filter((project) => project.organization_slug === organization)
  return {
    organization,
    project: members.find((project) => project.ref === chosenProject)?.ref ?? NONE,
    organizations: [
      ...organizations.map(({ slug, name }) => ({ value: slug, label: name })),
      { value: NONE, label: 'No organization' },
    ],
    projects: [
      { value: NONE, label: 'No project' },
      ...members.map(({ ref: value, name }) => ({ value, label: name })),
    ],
    setOrganization,
    setProject,
  }
}
