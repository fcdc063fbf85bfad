#!/usr/bin/env bash
# One analysis as a Slurm array: each task does one part, and a requeued task continues its file.
#
#   sbatch --array=0-7 slurm.sh 8 positions.epd parts --nodes 100000
#
# The arguments are the number of parts, the input, the folder for the parts, and flags of vertigo analyse. The numbers
# of the array go from 0 to that number less 1; some of them alone can be submitted again.
#SBATCH --job-name=vertigo
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=1
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=vertigo-%A_%a.log
set -euo pipefail

parts=${1:?how many parts}
input=${2:?which input}
folder=${3:?which folder for the parts}
shift 3

mkdir -p "$folder"
exec "${VERTIGO:-vertigo}" analyse --shard "auto/$parts" --as results --tolerant --workers "${SLURM_CPUS_PER_TASK:-1}" \
  --out "$folder/part-$SLURM_ARRAY_TASK_ID.results" "$@" "$input"
