import type { AuthContext } from '../context.ts'
import { callSendEmail, isHookEnabled } from '../hooks/hooks.ts'
import type { User } from '../queries/users.ts'
import { composeMail } from './compose.ts'
import { deliverLater } from './deliver.ts'
import { deviceOf } from './device.ts'
import { hasTemplate, TEMPLATE_NAMES, type NotificationKind } from './mail-texts.ts'

/** Additional content of the mail. */
type Values = Readonly<
  Partial<
    Record<
      | 'OldEmail'
      | 'Phone'
      | 'OldPhone'
      | 'Provider'
      | 'FactorType'
      | 'TokenPrefix'
      | 'Actor'
      | 'IpAddress'
      | 'Device',
      string
    >
  >
>

/**
 * Mails an account's owner that the account was changed, if the policy says so. It returns at once: the
 * change is done, and a failure to send is logged.
 */
export function notify(
  context: AuthContext,
  {
    kind,
    user,
    values = {},
    to = user.email,
    by,
  }: {
    readonly kind: NotificationKind
    readonly user: User
    readonly values?: Values
    /** A recipient other than the account's address, such as its previous one. */
    readonly to?: string | null
    /**
     * The person who made the change, if not the account's owner; the mail then omits where from.
     */
    readonly by?: string
  },
): void {
  if (!to || !context.policy.notifiesOf(kind)) return
  context.background.start(context.project, () =>
    isHookEnabled(context, 'send_email')
      ? announce(context, { kind, user, values })
      : send(context, { kind, user, values: { ...values, ...originOf(context, by) }, to }),
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
      Time: `${TIME.format(context.now)} UTC`,
      Advice: context.policy.advice,
      ...values,
    }),
  })

const originOf = ({ client }: Pick<AuthContext, 'client'>, by: string | undefined): Values =>
  by === undefined
    ? { IpAddress: client.ip ?? '', Device: deviceOf(client.userAgent) }
    : { Actor: by }

const TIME = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
})

async function announce(context: AuthContext, { kind, user, values }: Notice): Promise<void> {
  if (!hasTemplate(kind)) return
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
