import {
  createAlertRule,
  ReplacedAlertRule,
  updateAlertRule,
  type AlertRule,
} from '@stoa/contract/services/alerts/rules'
import { sentTo } from '../../components/form/checked-by.ts'
import { ConflictDialog } from '../../components/form/conflict-dialog.tsx'
import { useForm } from '../../components/form/use-form.ts'
import {
  useCreateAlertRule,
  useUpdateAlertRule,
  type AlertRuleChange,
  type AlertRuleDraft,
} from '../../data/resources/services/alerts/rules.ts'
import { Sheet, SheetForm } from '../../ui/overlays/sheet.tsx'
import { ConditionFields } from './condition-fields.tsx'
import { NoticeFields } from './notice-fields.tsx'
import { draftOf, NEW_RULE, ruleProblems, settingsOf, type RuleDraft } from './rule-draft.ts'

type SheetProps = { projectRef: string; onClose: () => void }

const NEW = sentTo(createAlertRule, settingsOf, ruleProblems)
const CHANGED = sentTo(updateAlertRule, settingsOf, ruleProblems)

export function NewRuleSheet({ projectRef, onClose }: SheetProps) {
  const create = useCreateAlertRule(projectRef)
  const form = useForm<RuleDraft, AlertRuleDraft>({
    schema: NEW,
    values: NEW_RULE,
    mutation: create,
    onSuccess: onClose,
  })
  return (
    <Sheet open size="lg" title="New alert" onClose={onClose}>
      <SheetForm {...form.state} submitLabel="Create alert" onCancel={onClose}>
        <ConditionFields projectRef={projectRef} form={form} />
        <NoticeFields projectRef={projectRef} form={form} />
      </SheetForm>
    </Sheet>
  )
}

export function EditRuleSheet({ projectRef, rule, onClose }: SheetProps & { rule: AlertRule }) {
  const update = useUpdateAlertRule(projectRef)
  const form = useForm({
    kind: 'record',
    schema: CHANGED,
    values: draftOf(rule),
    mutation: {
      ...update,
      mutate: (body: AlertRuleChange, callbacks) =>
        update.mutate({ id: rule.id, ...body }, callbacks),
    },
    guard: { schema: ReplacedAlertRule, record: rule },
    onSuccess: onClose,
  })
  return (
    <Sheet open size="lg" title={`Edit ${rule.name}`} onClose={onClose}>
      <SheetForm
        {...form.state}
        submitLabel="Save alert"
        canSubmit={form.state.isDirty}
        onCancel={onClose}
      >
        <ConditionFields projectRef={projectRef} form={form} />
        <NoticeFields projectRef={projectRef} form={form} />
      </SheetForm>
      {form.conflict && <ConflictDialog {...form.conflict} />}
    </Sheet>
  )
}
