import type { AuthContext } from '../context.ts'
import type { OutgoingMail } from './deliver.ts'

const DEFAULT_PORT = 587
const TIMEOUT_MS = 10_000
/** The port on which mail servers expect TLS from the first byte. */
const TLS_PORT = 465

/** Sends a mail through the project's mail server; rejects if it can't be reached or refuses. */
export async function sendBySmtp(context: AuthContext, mail: OutgoingMail): Promise<void> {
  const { settings } = context
  const port = settings.smtp_port === '' ? DEFAULT_PORT : Number(settings.smtp_port)
  // The address is looked up once and kept, so that a name can't lead elsewhere after the check.
  const address = await context.outgoing.resolve(settings.smtp_host)
  // Loaded with the first mail: most projects have no mail server.
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    host: address,
    port,
    secure: port === TLS_PORT,
    tls: { servername: settings.smtp_host },
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(settings.smtp_user !== '' && {
      auth: { user: settings.smtp_user, pass: settings.smtp_pass },
    }),
  })
  try {
    await transport.sendMail({
      from: {
        name: settings.smtp_sender_name,
        address: settings.smtp_admin_email === '' ? settings.smtp_user : settings.smtp_admin_email,
      },
      to: mail.to,
      subject: mail.subject,
      html: mail.html,
      text: mail.text,
    })
  } finally {
    transport.close()
  }
}
