import type { AuthContext } from '../context.ts'
import { callSendEmail, isHookEnabled } from '../hooks/hooks.ts'
import type { User } from '../queries/users.ts'
import { composeMail } from './compose.ts'
import { deliverLater } from './deliver.ts'
import { TEMPLATE_NAMES, type NotificationKind } from './mail-texts.ts'

/** What the mail says besides the account's address. */
type Values = Readonly<
  Partial<Record<'OldEmail' | 'Phone' | 'OldPhone' | 'Provider' | 'FactorType', string>>
>

/**
 * Mails an account's owner that the account was changed, if the project has that enabled. It
 * returns at once: the change is done, and a failure to send is logged.
 */
export function notify(
  context: AuthContext,
  {
    kind,
    user,
    values = {},
    to = user.email,
  }: {
    readonly kind: NotificationKind
    readonly user: User
    readonly values?: Values
    /** Another address than the account's, such as the one it had before. */
    readonly to?: string | null
  },
): void {
  if (!to || !context.settings[`mailer_notifications_${kind}_enabled`]) return
  context.background.start(context.project, () =>
    isHookEnabled(context, 'send_email')
      ? announce(context, { kind, user, values })
      : send(context, { kind, user, values, to }),
  )
}

type Notice = { readonly kind: NotificationKind; readonly user: User; readonly values: Values }

const send = (context: AuthContext, { kind, user, values, to }: Notice & { readonly to: string }) =>
  deliverLater(context, {
    to,
    ...composeMail({ settings: context.settings, log: context.project.log('auth') }, kind, {
      Email: user.email ?? '',
      Data: user.raw_user_meta_data,
      SiteURL: context.settings.site_url,
      ...values,
    }),
  })

async function announce(context: AuthContext, { kind, user, values }: Notice): Promise<void> {
  await callSendEmail(context, {
    user,
    data: {
      token: '',
      token_hash: '',
      token_new: '',
      token_hash_new: '',
      redirect_to: context.redirectTo,
      email_action_type: TEMPLATE_NAMES[kind],
      site_url: `${context.project.apiUrl}/auth/v1`,
      old_email: values.OldEmail ?? '',
      old_phone: values.OldPhone ?? '',
      provider: values.Provider ?? '',
      factor_type: values.FactorType ?? '',
    },
  })
}
