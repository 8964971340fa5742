import { escapeHtml } from '../escape-html.ts'

type IdleProject = { readonly name: string; readonly link: string }
type MailWords = { readonly subject: string; readonly sentences: readonly string[] }

/** Announces that a project without activity will be paused on a day. */
export const willBePaused = (project: IdleProject, day: Date) =>
  write(project, {
    subject: `${oneLine(project.name)} will be paused on ${toDay(day)}`,
    sentences: [
      'The project had no activity for several days, and projects on the Free plan are paused after a week without any.',
      'Any request to its API or its database keeps it active. On a paid plan, projects are never paused.',
    ],
  })

/** Says that a project was paused, and how to get it back. */
export const wasPaused = (project: IdleProject) =>
  write(project, {
    subject: `${oneLine(project.name)} was paused`,
    sentences: [
      'The project had no activity for a week. Its data and files are kept.',
      'Open the project to resume it.',
    ],
  })

function write({ name, link }: IdleProject, { subject, sentences }: MailWords) {
  return {
    subject,
    text: `${sentences.join(' ')}\n\n${oneLine(name)}: ${link}\n`,
    html: [
      `<p>${sentences.map(escapeHtml).join(' ')}</p>`,
      `<p><a href="${escapeHtml(link)}">Open ${escapeHtml(name)}</a></p>`,
    ].join('\n'),
  }
}

// A mail header must be a single line.
const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ')

const toDay = (date: Date) =>
  date.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
