import { declareIncident, IncidentStatus, type Incident } from '@stoa/contract/platform/incidents'
import { useState } from 'react'
import { InputField } from '../../components/form/input-field.tsx'
import { useForm } from '../../components/form/use-form.ts'
import { QueryList } from '../../components/list/query-list.tsx'
import { RecordList } from '../../components/list/record-list.tsx'
import { Time } from '../../components/time.tsx'
import {
  useAllIncidents,
  useDeclareIncident,
  useUpdateIncident,
  type IncidentDraft,
} from '../../data/resources/platform/incidents.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { Form, SubmitButton } from '../../ui/forms/form.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { OperatorPage } from './operator-page.tsx'

const STATUSES: { value: IncidentStatus; label: string }[] = [
  { value: 'investigating', label: 'Investigating' },
  { value: 'identified', label: 'Identified' },
  { value: 'monitoring', label: 'Monitoring' },
  { value: 'resolved', label: 'Resolved' },
]

/** The installation's incidents, which every user sees at the top of each page. */
export function IncidentsPage() {
  return (
    <OperatorPage
      title="Incidents"
      description="An open incident is shown at the top of every page, including the sign-in page."
      needs="incidents:manage"
    >
      <div className="mb-6">
        <IncidentList />
      </div>
      <Section title="New incident">
        <DeclareForm />
      </Section>
    </OperatorPage>
  )
}

function IncidentList() {
  const incidents = useAllIncidents()
  return (
    <QueryList
      label="incidents"
      query={incidents}
      skeleton={<Skeleton className="h-12" />}
      empty={{ title: 'No incidents', description: 'Incidents you declare appear here.' }}
    >
      {(items) => (
        <RecordList
          label="Incidents"
          items={items}
          row={(incident) => ({
            title: incident.title,
            detail: <Time date={incident.started_at} />,
            action: <StatusSelect incident={incident} />,
          })}
        />
      )}
    </QueryList>
  )
}

function StatusSelect({ incident }: { incident: Incident }) {
  const update = useUpdateIncident()
  return (
    <Select
      aria-label={`Status of ${incident.title}`}
      className="w-36"
      value={IncidentStatus.safeParse(incident.status).data}
      options={STATUSES}
      disabled={update.isPending}
      onValueChange={(status) => update.mutate({ id: incident.id, status })}
    />
  )
}

const EMPTY = { title: '', link: '' }

function DeclareForm() {
  const [asked, setAsked] = useState<IncidentDraft>()
  const declare = useDeclareIncident()
  const form = useForm({
    endpoint: declareIncident,
    values: EMPTY,
    toBody: ({ title, link }) => ({ title, link: link.trim() || null }),
    mutation: {
      ...declare,
      mutate: ({ title, link }: IncidentDraft, options) =>
        declare.mutate({ title, link }, { ...options, onSettled: () => setAsked(undefined) }),
    },
    onSuccess: () => form.reset(),
    confirm: ({ title, link }) => setAsked({ title, link }),
  })
  const { body, state, send } = form
  return (
    <Form {...state} failure="Could not declare the incident" className="grid gap-4">
      {(_leave, problem) => (
        <>
          <InputField
            form={form}
            name="title"
            label="Summary"
            problem="Describe the incident in one sentence."
            maxLength={200}
          />
          <InputField
            form={form}
            name="link"
            label="Link"
            aside="optional"
            description="A page with more information. If empty, the status page is linked."
            problem="Enter a URL that starts with https:// or http://."
            type="url"
          />
          {problem}
          <div>
            <SubmitButton state={state} variant="secondary" pending={false}>
              Declare incident
            </SubmitButton>
          </div>
          <ConfirmDialog
            visible={asked !== undefined}
            variant="warning"
            size="md"
            title="Declare an incident"
            description={`“${asked?.title ?? ''}” will be shown to everyone at the top of every page.`}
            confirmLabel="Declare incident"
            loading={declare.isPending}
            onCancel={() => setAsked(undefined)}
            onConfirm={() => body && send(body)}
          />
        </>
      )}
    </Form>
  )
}
