import { useEffect, useState } from 'react'
import { useFallbacks } from '../../../lib/fallbacks.ts'
import { useSchool } from '../../../lib/school.ts'
import { usePrefersReducedMotion } from '../../../lib/use-media.ts'
import { ButtonLink, IconButton } from '../../../ui/button.tsx'
import { cx } from '../../../ui/class-names.ts'
import { PauseOrPlay } from '../../../ui/glyphs.tsx'
import { KolamGround } from '../../../ui/kolam.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { Container } from '../../../ui/section.tsx'
import * as text from './home.en.tsx'

const typeEveryMs = 80
const rotateEveryMs = 4_000

export function Hero() {
  const school = useSchool()
  const texts = useFallbacks()?.texts
  const [isPaused, setPaused] = useState(false)
  return (
    <div className={cx('relative overflow-clip', isPaused && 'motion-paused')}>
      <KolamGround className="pointer-events-none absolute -right-40 -bottom-24 size-[26rem] lg:-top-24 lg:size-[44rem] text-rose opacity-15" />
      <Container className="relative grid items-center gap-8 py-8 md:py-14 lg:min-h-[34rem] lg:grid-cols-[1.15fr_1fr] lg:gap-14">
        <div>
          <p className="mb-4 font-bold text-leaf-ink">
            {school && text.schoolInCity({ school: school.name, city: school.city })}
          </p>
          <TypedTagline />
          <p className="mt-5 max-w-[34rem] text-lg whitespace-pre-line text-ink-soft">
            {texts && (texts.homeLead ?? text.lead)}
          </p>
          <div className="mt-7 flex flex-wrap gap-3">
            <ButtonLink to="/classes">{text.findCourse}</ButtonLink>
            <ButtonLink to="/contact" variant="outline">
              {text.visitStudio}
            </ButtonLink>
          </div>
        </div>
        <RotatingPictures isPaused={isPaused} onPause={setPaused} />
      </Container>
    </div>
  )
}

/**
 * CSS animates the typing, so that it begins with the first paint. Screen readers and search engines get the whole
 * text.
 */
function TypedTagline() {
  const tagline = useFallbacks()?.texts.homeHeadline ?? text.tagline
  // The letters of many other scripts join each other, so texts in these scripts are typed word by word.
  const hasPlainLetters = /^[ -\u024f\u2010-\u203a]*$/.test(tagline)
  let position = 0
  return (
    <h1 className="text-3xl typed" aria-label={tagline}>
      {tagline.split(' ').map((word, index) => (
        <span key={index} aria-hidden="true">
          {index > 0 && ' '}
          <span className="inline-block max-w-full wrap-anywhere">
            {(hasPlainLetters ? [...word] : [word]).map((letters, at) => {
              const delay = (position + index) * typeEveryMs
              position += letters.length
              return (
                // The text never changes, so the position of a letter is a stable key.
                <span key={at} style={{ animationDelay: `${delay}ms` }}>
                  {letters}
                </span>
              )
            })}
          </span>
        </span>
      ))}
    </h1>
  )
}

function RotatingPictures({ isPaused, onPause }: { isPaused: boolean; onPause: (paused: boolean) => void }) {
  const pictures = useFallbacks()?.pictures.heroPictures ?? []
  const [current, setCurrent] = useState(0)
  const [loaded, setLoaded] = useState(1)
  const [isHeld, setHeld] = useState(false)
  const still = usePrefersReducedMotion()
  const moves = pictures.length > 1 && !isPaused && !isHeld && !still

  useEffect(() => {
    if (!moves) return
    setLoaded((count) => Math.max(count, Math.min(pictures.length, current + 2)))
    const timer = setTimeout(() => setCurrent((current + 1) % pictures.length), rotateEveryMs)
    return () => clearTimeout(timer)
  }, [moves, current, pictures.length])

  return (
    <div
      className="relative mx-auto w-full max-w-[26rem] lg:max-w-none"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
    >
      <div className="relative break-inside-avoid aspect-[5/4] arch bg-leaf-tint lg:aspect-[5/6]">
        {(pictures.length === 0 ? [null] : pictures.slice(0, loaded)).map((picture, index) => (
          <div
            key={picture?.base ?? 'none'}
            aria-hidden={index !== current}
            className={cx(
              'absolute inset-0 transition-opacity duration-1000',
              index === current ? 'opacity-100' : 'opacity-0',
            )}
          >
            {/* The arch crops a picture of 4:3, so the file is wider than the arch. */}
            <Picture
              picture={picture}
              alt={index === current ? (picture?.alt ?? '') : ''}
              eager={index === 0}
              sizes="(min-width: 76rem) 51rem, (min-width: 64rem) calc(74.4vw - 5.6rem), (min-width: 28.5rem) 27.7rem, calc(107vw - 2.7rem)"
              className="size-full"
            />
          </div>
        ))}
      </div>
      {pictures.length > 1 && !still && (
        <IconButton
          label={isPaused ? text.playSlideshow : text.pauseSlideshow}
          className="absolute right-3 bottom-3 bg-raised"
          onClick={() => onPause(!isPaused)}
        >
          <PauseOrPlay isPaused={isPaused} />
        </IconButton>
      )}
    </div>
  )
}
