import { createContext } from 'react'

/** The ids of the sections that are there for whoever looks; a section cannot ask the registry, which loads it. */
export const SectionIds = createContext<ReadonlySet<string>>(new Set())
