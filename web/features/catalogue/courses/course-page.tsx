import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { courseDefaults } from '../../../../contract/catalogue/course-facts.ts'
import type { CourseQuestion } from '../../../../contract/catalogue/course-questions.ts'
import type { CourseDetail } from '../../../../contract/catalogue/courses.ts'
import type { SiteTexts } from '../../../../contract/school/fallbacks.ts'
import type { School } from '../../../../contract/school/school.ts'
import { newDateText } from '../../../../contract/site/new-date.ts'
import { shareFactsOfCourse } from '../../../../contract/site/share-pictures.ts'
import { joined, timeInWords } from '../../../../contract/words.ts'
import { CalendarLink } from '../../../lib/calendar-links.tsx'
import { useFallbacks } from '../../../lib/fallbacks.ts'
import { JsonLd } from '../../../lib/json-ld.tsx'
import { laterPart } from '../../../lib/later-part.tsx'
import { usePageAssets } from '../../../lib/page-context.tsx'
import { useCanBePaid, useSchool, useSendsEmails } from '../../../lib/school.ts'
import { ShareTags } from '../../../lib/share-tags.tsx'
import { CallOrChat } from '../../../lib/without-scripts.tsx'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/class-names.ts'
import { Facts } from '../../../ui/facts.tsx'
import { Heading } from '../../../ui/heading.tsx'
import { Note } from '../../../ui/note.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { Container, Section } from '../../../ui/section.tsx'
import type { ShareButtonProps } from '../../../ui/share-button.tsx'
import { type CourseFacts, priceText } from './course-facts.ts'
import { coursePageLd } from './course-ld.ts'
import * as text from './course-page.en.tsx'
import * as shared from './course-parts.en.ts'
import {
  type AskForSeat,
  CategoryBadges,
  EnrolButtons,
  Price,
  RatingInWords,
  seatsText,
} from './course-parts.tsx'
import { DatesSection, listedDates } from './dates-section.tsx'

const ShareButton = laterPart<ShareButtonProps>(() => import('../../../ui/share-button.tsx'), null)

interface CoursePageProps {
  facts: CourseFacts
  detail: CourseDetail
  onAsk: AskForSeat
  favourite: ReactNode
}

export function CoursePage(course: CoursePageProps) {
  const { facts, detail, favourite } = course
  const buttons = useRef<HTMLDivElement>(null)
  const school = useSchool()
  const texts = useFallbacks()?.texts
  const { siteUrl } = usePageAssets()
  const path = `/classes/${facts.slug}`
  const hasLongTitle = facts.title.length > 40
  const isLong = facts.description.length > (hasLongTitle ? 150 : 400)
  const answers = detail.faq.length > 0 ? detail.faq : generalQuestions(facts, { school, texts })
  return (
    <>
      <ShareTags
        title={facts.title}
        description={text.description({
          batch: facts.batchText,
          duration: facts.duration,
          price: priceText(facts.price),
          about: facts.description,
        })}
        path={path}
        facts={import.meta.env.SSR && school ? () => shareFactsOfCourse(detail, school) : null}
      />
      {school && (
        <JsonLd
          facts={
            import.meta.env.SSR
              ? () => coursePageLd(facts, detail, listedDates(detail.batches), school, answers)
              : null
          }
        />
      )}
      <Container className="py-6 md:py-8 print:py-4">
        <div className="flex min-h-11 items-center justify-between gap-4 print:hidden">
          <Link to="/classes" className="link inline-flex min-h-11 items-center">
            <span aria-hidden="true">{'←\u00a0'}</span>
            {text.allCourses}
          </Link>
          <ShareButton size="sm" variant="quiet" title={facts.title} url={siteUrl + path} />
        </div>
        <div
          className={cx(
            'mt-4 grid gap-8 md:grid-cols-2 lg:grid-cols-[1.2fr_1fr] lg:gap-14 print:mt-0 print:grid-cols-[1fr_11rem]',
            isLong ? 'items-start' : 'items-center',
          )}
        >
          <div>
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <CategoryBadges of={facts} />
              <RatingInWords of={facts} />
            </div>
            <Heading level={1} size={hasLongTitle ? '2xl' : '3xl'} className="mt-3">
              {facts.title}
            </Heading>
            {/* A long description stands below the button, so that the first view shows the button. */}
            {isLong && <HeroEnrol course={facts} buttons={buttons} startTime={detail.event_time} />}
            <p className="mt-5 max-w-text text-lg whitespace-pre-line text-ink-soft">{facts.description}</p>
            {isLong || <HeroEnrol course={facts} buttons={buttons} startTime={detail.event_time} />}
          </div>
          <div className="relative">
            <Picture
              picture={facts.picture}
              alt={text.picture({ course: facts.title })}
              eager
              sizes="(min-width: 76rem) 31.1rem, (min-width: 64rem) calc(45.5vw - 3.4rem), (min-width: 48rem) calc(50vw - 3rem), calc(100vw - 2.5rem)"
              className="aspect-[4/3] w-full arch md:aspect-square print:aspect-[5/6]"
            />
            <span className="absolute right-4 bottom-4 print:hidden">{favourite}</span>
          </div>
        </div>
      </Container>
      <Section ground="sunk">
        <div className="grid items-start gap-10 lg:grid-cols-[1.2fr_1fr] lg:gap-14 print:grid-cols-1">
          <div>
            {hasMoreToSay(detail) && (
              <DatesSection course={facts} dates={listedDates(detail.batches)} onAsk={course.onAsk} />
            )}
            {(facts.topics.length > 0 || school?.noTopics) && (
              <Heading level={2}>{shared.whatYouLearn}</Heading>
            )}
            {facts.topics.length === 0 ? (
              school?.noTopics && <p className="mt-4 text-ink-soft">{school.noTopics}</p>
            ) : (
              <ol className="mt-6 grid gap-x-8 sm:grid-cols-2 print:mt-2 print:grid-cols-2">
                {facts.topics.map((topic, index) => (
                  <li key={topic} className="flex gap-4 border-t border-line py-3 print:py-1">
                    <span aria-hidden="true" className="w-6 shrink-0 font-display text-lg text-rose-ink">
                      {index + 1}
                    </span>
                    {topic}
                  </li>
                ))}
              </ol>
            )}
            <Heading level={2} size="xl" className="mt-12">
              {text.questionsHeading}
            </Heading>
            <div className="mt-4 divide-y divide-line border-y border-line">
              {answers.map(({ question, answer }) => (
                <details key={question} className="group py-1">
                  <summary className="flex min-h-11 items-center justify-between gap-4 font-bold wrap-anywhere print:min-h-0">
                    {question}
                    <span
                      aria-hidden="true"
                      className="text-rose-ink transition-transform group-open:rotate-45 print:hidden"
                    >
                      +
                    </span>
                  </summary>
                  <p className="pb-4 whitespace-pre-line text-ink-soft wrap-anywhere print:pb-1">{answer}</p>
                </details>
              ))}
            </div>
          </div>
          <DatesAndFee {...course} buttons={buttons} />
        </div>
      </Section>
    </>
  )
}

/** True if the dates need a list. A single next batch without sessions is shown in full beside the text. */
function hasMoreToSay({ batchId, batches }: CourseDetail): boolean {
  return listedDates(batches).some(({ id, meetingCount }) => id !== batchId || meetingCount > 0)
}

type Buttons = RefObject<HTMLDivElement | null>

function DatesAndFee({ facts, detail, onAsk, buttons }: CoursePageProps & { buttons: Buttons }) {
  const sendsEmails = useSendsEmails()
  const next = detail.batches.find(({ id }) => id === detail.batchId)
  const isDated = Boolean(next?.date)
  const later = listedDates(detail.batches).filter(
    ({ state, date }) => state === 'open' && date > facts.batch,
  )
  return (
    <aside
      aria-label={text.datesAndFee}
      className="petal border border-line bg-raised p-6 max-lg:order-first lg:sticky lg:top-24 print:static print:order-first print:p-0"
    >
      <p className="flex flex-wrap items-baseline gap-x-3">
        <Price course={facts} className="text-2xl" />
      </p>
      <Facts
        className="mt-4 grid-cols-[auto_1fr] gap-x-4 gap-y-2 print:mt-2 print:grid-cols-[auto_1fr_auto_1fr] [&>:first-child>dd]:font-bold"
        facts={[
          [shared.nextBatch, facts.batchText],
          [text.startsAt, detail.event_time && timeInWords(detail.event_time)],
          [shared.duration, shared.durationAndSessions(facts)],
          [shared.seats, isDated && seatsText(facts)],
          [text.where, next?.room],
          [text.instructor, next?.instructor ?? facts.instructor],
        ]}
      />
      <Note
        tone="warning"
        // The printed page shows the same note beside its date.
        className={hasMoreToSay(detail) ? 'mt-4 print:hidden' : 'mt-4'}
        title={newDateText(next?.closedOn)}
      />
      <div className="mt-6 flex flex-col gap-3 print:mt-2">
        <EnrolWithBar course={facts} onAsk={onAsk} buttons={buttons} />
        {facts.batch === courseDefaults.nextbatch && (
          <p className="text-sm text-ink-soft">{sendsEmails ? text.noDateYet : text.noDateYetWithoutMail}</p>
        )}
        {later.length > 0 && (
          <a className="link inline-flex min-h-11 items-center self-start print:hidden" href="#dates">
            {text.laterDates({ count: later.length })}
          </a>
        )}
        {next && isDated && !next.isHidden && <CalendarLink batchId={next.id} />}
      </div>
    </aside>
  )
}

/** The part of the screen below the header, which covers the top 112 px of a small screen. */
const belowHeader = '-112px 0px 0px 0px'

interface EnrolWithBarProps {
  course: CourseFacts
  onAsk: AskForSeat
  buttons: Buttons
}

/**
 * Small screens show a bar with the button while the page's own buttons are out of sight. Keyboards and screen readers
 * skip the bar.
 */
function EnrolWithBar({ course, onAsk, buttons }: EnrolWithBarProps) {
  const isCloseBy = useIsCloseBy(buttons)
  const hasButton = useHasButton(course)
  return (
    <>
      <div ref={buttons} className="flex flex-col gap-3">
        <EnrolButtons course={course} onAsk={onAsk} />
      </div>
      <noscript>{import.meta.env.SSR && <p>{text.buttonsNeedScripts(<CallOrChat />)}</p>}</noscript>
      {hasButton && (
        <div
          data-bar={isCloseBy ? undefined : ''}
          className={cx(
            'fixed inset-x-0 bottom-0 z-40 transition-[translate,visibility] duration-(--duration-calm) lg:hidden print:hidden',
            isCloseBy && 'invisible translate-y-full',
          )}
        >
          <div
            aria-hidden="true"
            className="flex items-center gap-4 border-t border-line bg-raised px-5 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] noscript:hidden"
          >
            <p className="min-w-0 flex-1 text-sm leading-snug">
              <span className="block font-display text-lg">{priceText(course.price)}</span>
              <span className="text-ink-soft">{course.batchText}</span>
            </p>
            <div className="max-w-3/5">
              <PressButton course={course} buttons={buttons} />
            </div>
          </div>
        </div>
      )}
    </>
  )
}

/** True if the course’s page has a button that enrols, or that joins the waiting list. */
function useHasButton({ price, isFull, isClosed }: CourseFacts): boolean {
  const canBePaid = useCanBePaid(Number(price))
  return isFull || (!isClosed && canBePaid)
}

interface QuickEnrolProps {
  course: CourseFacts
  buttons: Buttons
}

/**
 * The first view of a wide screen shows price, dates and button. Keyboards and screen readers skip them, because they
 * reach the page's own.
 */
function HeroEnrol({ course, buttons, startTime }: QuickEnrolProps & { startTime: string | null }) {
  if (!useHasButton(course)) return null
  return (
    <div
      aria-hidden="true"
      className="mt-8 flex items-end justify-between gap-6 border-t border-line pt-5 max-lg:hidden print:hidden"
    >
      <Facts
        className="grid-cols-[auto_1fr] gap-x-4 gap-y-1 [&>:first-child>dd]:font-bold"
        facts={[
          [shared.nextBatch, joined([course.batchText, startTime && timeInWords(startTime)])],
          [shared.duration, shared.durationAndSessions(course)],
          [shared.seats, course.batch !== courseDefaults.nextbatch && seatsText(course)],
        ]}
      />
      <div className="flex shrink-0 flex-col items-end gap-3 noscript:hidden">
        <p className="flex flex-wrap items-baseline justify-end gap-x-3">
          <Price course={course} className="text-2xl" />
        </p>
        <PressButton course={course} buttons={buttons} />
      </div>
    </div>
  )
}

/** Presses the page's own button. */
function PressButton({ course, buttons }: QuickEnrolProps) {
  return (
    <Button
      tabIndex={-1}
      // Keeps the focus off this button. The click handler focuses the page's own button, to which the dialog
      // returns the focus.
      onPointerDown={(press) => press.preventDefault()}
      onClick={() => {
        const real = buttons.current?.querySelector<HTMLElement>('button:enabled')
        real?.focus({ preventScroll: true })
        real?.click()
      }}
    >
      {course.isFull ? shared.tellMe : shared.enrollNow}
    </Button>
  )
}

function useIsCloseBy(buttons: RefObject<HTMLElement | null>): boolean {
  const [isCloseBy, setCloseBy] = useState(true)
  useEffect(() => {
    const seen = new Set<Element>()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) seen[isIntersecting ? 'add' : 'delete'](target)
        setCloseBy(seen.size > 0)
      },
      { rootMargin: belowHeader },
    )
    for (const one of [buttons.current, document.querySelector('main ~ footer > :last-child')])
      if (one) observer.observe(one)
    return () => observer.disconnect()
  }, [buttons])
  return isCloseBy
}

const asksExperience =
  /\b(?:advanced|intermediate|master\s?class|professional|experienced?|refresher)\b|\bwho (?:already )?know\b/i

const beginnings: Record<string, 'diplomaForBeginners' | 'workshopForBeginners'> = {
  'Diploma Course': 'diplomaForBeginners',
  Workshops: 'workshopForBeginners',
}

/**
 * Returns questions whose answers are certain. The question about the level is included only if the category is for
 * beginners and no text contradicts this.
 */
export function generalQuestions(
  course: CourseFacts,
  { school, texts = {} }: { school: School | undefined; texts: Partial<SiteTexts> | undefined },
): CourseQuestion[] {
  const level = beginnings[course.category]
  const beginning = level && texts[level]
  const isForBeginners = ![course.title, course.description].some((words) => asksExperience.test(words))
  return [
    ...(beginning && isForBeginners ? [{ question: text.needExperience, answer: beginning }] : []),
    ...(texts.flowersIncluded
      ? [{ question: text.areFlowersIncluded, answer: texts.flowersIncluded }]
      : school?.whatToBring
        ? [{ question: text.whatToBring, answer: school.whatToBring }]
        : []),
    // A free course needs no payment. A course without a date cannot be paid yet, which the page says beside the fee.
    ...(course.batch !== courseDefaults.nextbatch && Number(course.price) > 0
      ? [
          {
            question: text.whenToPay,
            answer: text.payInTime,
          },
        ]
      : []),
    // A batch at another address shows that address, so this general answer is left out.
    ...(course.batches.some(({ roomAddress }) => roomAddress) || !school?.address.length
      ? []
      : [{ question: text.whereIsIt, answer: school.address.join(', ') }]),
  ]
}
