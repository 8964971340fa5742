import { classNames } from '../lib/class-names.ts'

/**
 * The HTML of a mail is untrusted: anybody who can make a project send mail can influence it. The
 * frame has an opaque origin, runs no scripts and submits no forms; links open a new window.
 */
const SANDBOX = 'allow-popups allow-popups-to-escape-sandbox'
const POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"

/** Shows the HTML of a mail, on white in every theme, as a mail program does. */
export function MailFrame({
  title,
  html,
  className,
}: {
  title: string
  html: string
  className: string
}) {
  return (
    <iframe
      title={title}
      sandbox={SANDBOX}
      srcDoc={framed(html)}
      className={classNames('rounded-md border bg-[white]', className)}
    />
  )
}

const framed = (html: string): string =>
  `<meta http-equiv="Content-Security-Policy" content="${POLICY}"><base target="_blank"><style>body{font:14px/1.6 system-ui,sans-serif;margin:16px;color:#222}</style>${html}`
