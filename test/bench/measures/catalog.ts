import { median } from "../../../host/bench/statistics.ts";
import { Subject, TRIVIAL } from "../../../host/bench/subject.ts";
import { echoTool } from "../peers.ts";
import type { Row } from "../row.ts";

const FEW = 5;
const MANY = 5000;
const CELLS_A_ROUND = 60;
const WARM_UP_MS = 500;

/** A cell that could call 5,000 tools against one that could call five, cell by cell in turns. */
export async function catalog(rounds: number): Promise<readonly Row[]> {
  const subjects: Subject[] = [];
  const times: { readonly few: number[]; readonly many: number[] } = { few: [], many: [] };
  try {
    const start = async (count: number): Promise<Subject> => {
      const tools = Array.from({ length: count }, (_, index) => echoTool(`tool_${index}`));
      const subject = await Subject.start({ tools, pool: { processes: 1 } });
      subjects.push(subject);
      await subject.warmUp(1, WARM_UP_MS);
      return subject;
    };
    const few = await start(FEW);
    const many = await start(MANY);
    for (let cell = 0; cell < CELLS_A_ROUND * rounds; cell++) {
      // In turns of changing order: each cell runs beside what the one before it left to do.
      if (cell % 2 === 0) times.few.push(await cellTime(few));
      times.many.push(await cellTime(many));
      if (cell % 2 === 1) times.few.push(await cellTime(few));
    }
  } finally {
    await Promise.all(subjects.map((subject) => subject.close()));
  }
  const few = median(times.few);
  const many = median(times.many);
  return [
    {
      name: "catalog",
      work: "cell with 5,000 tools in its catalog",
      unit: "ms",
      isocell: many,
      other: { name: "5 tools", value: few },
      target: { kind: "at most", value: 1.2, unit: "x", reached: many / few },
    },
  ];
}

async function cellTime(subject: Subject): Promise<number> {
  const start = performance.now();
  await subject.run(TRIVIAL);
  return performance.now() - start;
}
