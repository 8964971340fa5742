const HEADING = /^-- {1,4}#{1,6}[ \t]+(.+?)(?:[ \t]+#+)?[ \t]*$/m
const SEARCHED = 20_000

/** The name of a notebook until its user names it: the first heading of its stored text. */
export const nameOfText = (text: string): string | undefined =>
  HEADING.exec(text.slice(0, SEARCHED))?.[1]
    ?.replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[*_`]+/g, '')
    .trim()
    .slice(0, 200) || undefined
