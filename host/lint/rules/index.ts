import type { Rule } from "../rule.ts";
import { costlyList, costlyTool } from "./discovery/cost.ts";
import {
  descriptionWithoutWhen,
  limitsUnsaid,
  missingDescription,
  nearDuplicates,
  shortDescription,
} from "./discovery/descriptions.ts";
import { bareName, nameWithoutAction, nameWithoutResource, sameName } from "./discovery/names.ts";
import { contradictoryAnnotations, implausibleAnnotations, missingAnnotations } from "./execution/annotations.ts";
import { longWithoutProgress } from "./execution/long-tools.ts";
import { missingBounds, unsafeDefault } from "./input/bounds.ts";
import { ambiguousName, undescribed, unitUnsaid } from "./input/names.ts";
import { addressWithoutFormat, idSourceUnsaid, pathBaseUnsaid } from "./input/references.ts";
import { droppedKeywords, largeSchema, unusableSchema } from "./input/schema.ts";
import { closedSetWithoutEnum, formatUnsaid, freeObject, openArguments } from "./input/types.ts";
import { errorsWithoutCode, listWithoutEnd, missingOutputSchema } from "./output/results.ts";

/** All rules, in the order in which reports list them. */
export const RULES: readonly Rule[] = [
  bareName,
  nameWithoutAction,
  nameWithoutResource,
  sameName,
  missingDescription,
  shortDescription,
  descriptionWithoutWhen,
  limitsUnsaid,
  nearDuplicates,
  costlyTool,
  costlyList,
  ambiguousName,
  undescribed,
  unitUnsaid,
  freeObject,
  closedSetWithoutEnum,
  formatUnsaid,
  pathBaseUnsaid,
  idSourceUnsaid,
  addressWithoutFormat,
  openArguments,
  missingBounds,
  unsafeDefault,
  largeSchema,
  droppedKeywords,
  unusableSchema,
  missingAnnotations,
  contradictoryAnnotations,
  implausibleAnnotations,
  longWithoutProgress,
  missingOutputSchema,
  listWithoutEnd,
  errorsWithoutCode,
];
