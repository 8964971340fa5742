import {
  createTicket,
  type TicketCategory,
  type TicketSeverity,
} from '@stoa/contract/platform/support'
import { useState } from 'react'
import { FormField } from '../../components/form/form-field.tsx'
import { InputField } from '../../components/form/input-field.tsx'
import { useForm } from '../../components/form/use-form.ts'
import { QueryError } from '../../components/query-error.tsx'
import { readLastOrganization } from '../../data/local/last-organization.ts'
import { useOrganizations } from '../../data/resources/platform/organizations.ts'
import { useProjects } from '../../data/resources/platform/projects.ts'
import { useCreateTicket, type SentTicket } from '../../data/resources/platform/support.ts'
import { Checkbox } from '../../ui/inputs/checkbox.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Form, SubmitButton } from '../../ui/forms/form.tsx'
import { Label } from '../../ui/forms/label.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { Textarea } from '../../ui/inputs/textarea.tsx'
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
  onSent: (ticket: SentTicket) => void
}

type Typed = {
  category: TicketCategory | undefined
  severity: TicketSeverity
  subject: string
  message: string
  allow_support_access: boolean
}

const NONE = 'none'

export function TicketForm({ prefill, email, onSent }: TicketFormProps) {
  const create = useCreateTicket()
  const subjectOf = useTicketSubject(prefill)
  const { organization, project } = subjectOf
  const defaults: Typed = {
    category: categoryFromText(prefill.category),
    severity: 'normal',
    subject: prefill.subject ?? '',
    message: prefill.message ?? '',
    allow_support_access: false,
  }
  const form = useForm({
    endpoint: createTicket,
    values: defaults,
    toBody: (typed: Typed) => ({
      ...typed,
      organization_slug: organization === NONE ? null : organization,
      project_ref: project === NONE ? null : project,
      allow_support_access: project !== NONE && typed.allow_support_access,
    }),
    mutation: create,
    onSuccess: onSent,
  })
  const { values, change, state } = form
  return (
    <Form {...state} failure="Could not send your request" className="grid gap-5">
      {(_leave, problem) => (
        <>
          {subjectOf.error && (
            <QueryError
              error={subjectOf.error}
              title="Could not load your organizations and projects"
              onRetry={subjectOf.reload}
            />
          )}
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
            <FormField form={form} name="category" label="Category" problem="Select a category.">
              {(attributes, value, change) => (
                <Select
                  {...attributes}
                  value={value}
                  placeholder="Select a category"
                  options={CATEGORIES}
                  onValueChange={change}
                />
              )}
            </FormField>
            <FormField form={form} name="severity" label="Severity">
              {(attributes, value, change) => (
                <Select {...attributes} value={value} options={SEVERITIES} onValueChange={change} />
              )}
            </FormField>
          </div>
          <InputField
            form={form}
            name="subject"
            label="Subject"
            problem="Enter a subject."
            maxLength={200}
          />
          <FormField
            form={form}
            name="message"
            label="Message"
            description={`Support replies to ${email}.`}
            problem="Enter a message."
          >
            {(attributes, value, change) => (
              <Textarea
                {...attributes}
                rows={9}
                maxLength={20_000}
                value={value}
                onChange={(event) => change(event.target.value)}
              />
            )}
          </FormField>
          {project !== NONE && (
            <div className="flex items-start gap-2">
              <Checkbox
                id="support-access"
                aria-describedby="support-access-description"
                className="mt-0.5"
                checked={values.allow_support_access}
                onCheckedChange={(checked) => change({ allow_support_access: checked === true })}
              />
              <div>
                <Label htmlFor="support-access">
                  Allow support to access this project while working on the request
                </Label>
                <p id="support-access-description" className="text-xs text-muted">
                  Includes its tables, settings, and logs. Otherwise support sees only what you
                  write here.
                </p>
              </div>
            </div>
          )}
          {problem}
          <div className="border-t pt-4">
            <SubmitButton state={state}>Send request</SubmitButton>
          </div>
        </>
      )}
    </Form>
  )
}

/** Selects the organization and project of the request; a project also sets its organization. */
function useTicketSubject({ org, ref }: TicketPrefill) {
  const organizationList = useOrganizations()
  const projectList = useProjects()
  const { data: organizations = [] } = organizationList
  const { data: projects = [] } = projectList
  const [chosenOrganization, setOrganization] = useState(org)
  const [chosenProject, setProject] = useState(ref)
  const ofProject = projects.find((project) => project.ref === chosenProject)?.organization_slug
  const wanted = chosenOrganization ?? ofProject ?? readLastOrganization()
  const organization = organizations.find(({ slug }) => slug === wanted)?.slug ?? NONE
  const members = projects.filter((project) => project.organization_slug === organization)
  return {
    error: organizationList.error ?? projectList.error,
    reload() {
      void organizationList.refetch()
      void projectList.refetch()
    },
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
